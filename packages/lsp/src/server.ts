/** The language server: creates its parts, connects them to the editor, and closes them. */
import { dirname } from 'node:path';

import {
  type Connection,
  type ContentTypeDecoder,
  createConnection,
  LSPErrorCodes,
  type Message,
  MessageType,
  ResponseError,
  ShowMessageNotification,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';

import { describeError, flattenJson, isDeepJson } from '@annotate-mcp/core';

import { executeCommand } from './actions/execute-command.ts';
import { answerCodeActions, answerHover } from './answers.ts';
import { capabilitiesFor, type ClientFeatures, featuresOf, foldersOf } from './capabilities.ts';
import { ClientPaths } from './client-paths.ts';
import { type ReadOptions, readOptions } from './editor-options.ts';
import { OpenDocuments } from './open-documents.ts';
import { Projects } from './projects/projects.ts';
import type { ProjectLocation } from './projects/store-source.ts';
import { Publisher } from './publisher.ts';

export interface LspOptions {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
  version: string;
  /** The project around a folder, and where its store is. Throws for a folder that is in no project. */
  locate: (folder: string) => ProjectLocation;
}

/** Resolves when the editor ends it. After that the process ends by itself. */
export async function serveLsp(options: LspOptions): Promise<void> {
  const connection = createConnection(
    new StreamMessageReader(options.input, { contentTypeDecoder }),
    new StreamMessageWriter(options.output),
  );
  const ended = new Promise<void>((resolve) => connection.onExit(resolve));
  const server = new LanguageServer(connection, options);
  // A connection with a reader of its own does not see that the editor is gone.
  options.input.once('end', () => process.exit(server.isShutDown ? 0 : 1));
  server.listen();
  await ended;
}

/** A request that is nested too deep is answered as one without parameters. */
const contentTypeDecoder: ContentTypeDecoder = {
  name: 'application/json',
  decode: async (bytes) => {
    const text = new TextDecoder().decode(bytes);
    return JSON.parse(isDeepJson(text) ? flattenJson(text) : text) as Message;
  },
};

class LanguageServer {
  readonly #connection: Connection;
  readonly #options: LspOptions;
  readonly #documents = new OpenDocuments();
  readonly #paths = new ClientPaths();
  readonly #projects: Projects;
  readonly #publisher: Publisher;
  #isShutDown = false;
  #editor: ReadOptions = readOptions(undefined);
  #features: ClientFeatures = featuresOf({});

  constructor(connection: Connection, options: LspOptions) {
    this.#connection = connection;
    this.#options = options;
    const documents = this.#documents;
    this.#projects = new Projects({
      locate: options.locate,
      documents,
      onChange: (paths) => this.#publisher.changed(paths),
      onProblem: (error) => this.#show(error),
    });
    this.#publisher = new Publisher({
      connection,
      projects: this.#projects,
      documents,
      paths: this.#paths,
      options: () => this.#editor,
      showsRelated: () => this.#features.relatedInformation,
    });
  }

  /** Whether the editor has said that it ends. */
  get isShutDown(): boolean {
    return this.#isShutDown;
  }

  listen(): void {
    this.#onLifecycle();
    this.#onDocuments();
    this.#onRequests();
    this.#connection.listen();
  }

  #onLifecycle(): void {
    const connection = this.#connection;
    let folders: string[] = [];
    connection.onInitialize((params) => {
      this.#features = featuresOf(params.capabilities);
      this.#editor = readOptions(params.initializationOptions);
      folders = foldersOf(params);
      return {
        capabilities: capabilitiesFor(),
        serverInfo: { name: 'annotate-mcp', version: this.#options.version },
      };
    });
    connection.onInitialized(async () => {
      if (this.#features.workspaceFolders)
        connection.workspace.onDidChangeWorkspaceFolders(async ({ added, removed }) => {
          const gone = new Set(removed.map(({ uri }) => uri));
          folders = [...folders.filter((uri) => !gone.has(uri)), ...added.map(({ uri }) => uri)];
          await this.#openFolders(folders);
        });
      await this.#openFolders(folders);
    });
    connection.onDidChangeConfiguration(({ settings }: { settings?: Record<string, unknown> | null }) => {
      this.#editor = readOptions(settings?.['annotate-mcp'], this.#editor);
      this.#publisher.changedAll();
    });
    connection.onShutdown(async () => {
      this.#isShutDown = true;
      this.#publisher.close();
      await this.#projects.close();
      this.#publisher.close();
    });
  }

  #onDocuments(): void {
    const connection = this.#connection;
    connection.onDidOpenTextDocument(async ({ textDocument: { uri, version, text } }) => {
      const opened = this.#documents.open(uri, version, text);
      if (opened === null) return;
      await this.#openForDocuments();
      this.#readAgain(opened.path);
    });
    connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
      const changed = this.#documents.change(uri, version, contentChanges);
      if (changed === null) return;
      for (const { files } of this.#projects.all) files.changeText(changed.path, contentChanges);
      this.#publisher.typed(changed.path);
    });
    connection.onDidCloseTextDocument(async ({ textDocument: { uri } }) => {
      const path = this.#documents.close(uri);
      if (path === null) return;
      this.#readAgain(path);
      await this.#openForDocuments();
    });
  }

  #onRequests(): void {
    const connection = this.#connection;
    const deps = { projects: this.#projects, documents: this.#documents };
    connection.onHover((params) => answerHover(deps, params, this.#features));
    connection.onCodeAction((params) => answerCodeActions(deps, params, this.#features, this.#editor));
    connection.onExecuteCommand(async ({ command, arguments: args = [] }) => {
      const { projects } = deps;
      const openPage = (link: string) => this.#openPage(link);
      try {
        return await executeCommand({ projects, now: () => new Date(), openPage }, command, args);
      } catch (error) {
        return new ResponseError(LSPErrorCodes.RequestFailed, describeError(error));
      }
    });
  }

  async #openFolders(uris: readonly string[]): Promise<void> {
    this.#paths.setFolders(uris);
    if (uris.length > 0) await this.#projects.setFolders(this.#paths.folders);
    else await this.#openForDocuments();
    this.#publisher.changedAll();
  }

  /** An editor that was opened with a file and no folder has the project that the file is in. */
  async #openForDocuments(): Promise<void> {
    if (this.#paths.folders.length > 0) return;
    await this.#projects.setFolders(this.#documents.paths().map((path) => dirname(path)));
  }

  #readAgain(path: string): void {
    for (const { files } of this.#projects.all) files.readAgain(path);
    this.#publisher.changed([path]);
  }

  async #openPage(link: string): Promise<void> {
    const isShown =
      this.#features.showDocument &&
      (await this.#connection.window.showDocument({ uri: link, external: true })).success;
    if (!isShown) this.#notify(MessageType.Info, link);
  }

  #show(error: unknown): void {
    this.#notify(MessageType.Error, `annotate-mcp: ${describeError(error)}`);
  }

  #notify(type: MessageType, message: string): void {
    void this.#connection.sendNotification(ShowMessageNotification.type, { type, message });
  }
}
