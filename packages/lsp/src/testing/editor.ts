/** An editor: a client of the Language Server Protocol that remembers what the server told it. */
import { PassThrough } from 'node:stream';

import { onTestFinished } from 'vitest';
import {
  type ClientCapabilities,
  type CodeAction,
  CodeActionRequest,
  createProtocolConnection,
  type Diagnostic,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExecuteCommandRequest,
  type Hover,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  type InitializeResult,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  type Range,
  ShowDocumentRequest,
  ShowMessageNotification,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  type TextDocumentContentChangeEvent,
} from 'vscode-languageserver/node';

import {
  countsNotification,
  type CountsParams,
  type EditorOptions,
  serverCommands,
  type ShownThread,
  threadsNotification,
  type ThreadsParams,
} from '../protocol.ts';
import { serveLsp } from '../server.ts';

import { locate } from './test-workspace.ts';

interface EditorSetup {
  /** Addresses of the folders that are open. */
  folders: readonly string[];
  options?: EditorOptions;
  capabilities?: ClientCapabilities;
}

/** What current editors can do. */
const capabilities: ClientCapabilities = {
  textDocument: {
    publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true, versionSupport: true },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } } },
    hover: { contentFormat: ['markdown', 'plaintext'] },
  },
  window: { showDocument: { support: true } },
  workspace: { workspaceFolders: true },
};

/** With the server in this process, which is faster. Its streams stay open: their end would end the process. */
export async function openEditor(setup: EditorSetup): Promise<Editor> {
  const [toServer, toEditor] = [new PassThrough(), new PassThrough()];
  void serveLsp({ input: toServer, output: toEditor, version: '1.2.3', locate });
  const editor = new Editor(toEditor, toServer);
  await editor.start(setup);
  onTestFinished(() => editor.shutDown());
  return editor;
}

export class Editor {
  readonly #connection: ProtocolConnection;
  readonly #waiting = new Set<() => void>();
  readonly diagnostics = new Map<string, Diagnostic[]>();
  readonly threads = new Map<string, ShownThread[]>();
  readonly messages: string[] = [];
  readonly openedPages: string[] = [];
  counts: CountsParams | null = null;
  /** How often diagnostics came. */
  published = 0;

  constructor(input: NodeJS.ReadableStream, output: NodeJS.WritableStream) {
    const connection = createProtocolConnection(
      new StreamMessageReader(input),
      new StreamMessageWriter(output),
    );
    connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, diagnostics }) => {
      this.published++;
      this.diagnostics.set(uri, diagnostics);
      this.#wake();
    });
    connection.onNotification(threadsNotification, ({ uri, threads }: ThreadsParams) => {
      this.threads.set(uri, threads);
      this.#wake();
    });
    connection.onNotification(countsNotification, (counts: CountsParams) => {
      this.counts = counts;
      this.#wake();
    });
    connection.onNotification(ShowMessageNotification.type, ({ message }) => {
      this.messages.push(message);
      this.#wake();
    });
    connection.onRequest(ShowDocumentRequest.type, ({ uri }) => {
      this.openedPages.push(uri);
      return { success: true };
    });
    connection.listen();
    this.#connection = connection;
  }

  async start(setup: EditorSetup): Promise<InitializeResult> {
    const params = {
      processId: null,
      rootUri: setup.folders[0] ?? null,
      workspaceFolders: setup.folders.map((uri) => ({ uri, name: uri })),
      capabilities: setup.capabilities ?? capabilities,
      initializationOptions: setup.options,
    };
    const result = await this.#connection.sendRequest(InitializeRequest.type, params);
    await this.notify(InitializedNotification.method, {});
    return result;
  }

  async notify(method: string, params: object): Promise<void> {
    await this.#connection.sendNotification(method, params);
  }

  /** Resolves as soon as the server has told what makes it true. */
  async until(isSo: () => boolean): Promise<void> {
    if (isSo()) return;
    await new Promise<void>((resolve) => {
      const look = () => {
        if (!isSo()) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
    });
  }

  /** The first line of each message with its line, counted from 1, in all files that have some. */
  shown(): Record<string, string[]> {
    const files = [...this.diagnostics].filter(([, list]) => list.length > 0);
    return Object.fromEntries(
      files.map(([uri, list]) => [
        decodeURIComponent(uri.split('/').at(-1) ?? ''),
        list.map((each) => `${each.range.start.line + 1}: ${messageOf(each).split('\n')[0]}`),
      ]),
    );
  }

  async open(uri: string, text: string): Promise<void> {
    const textDocument = { uri, languageId: 'any', version: 1, text };
    await this.notify(DidOpenTextDocumentNotification.method, { textDocument });
  }

  async change(
    uri: string,
    version: number,
    ...contentChanges: TextDocumentContentChangeEvent[]
  ): Promise<void> {
    const textDocument = { uri, version };
    await this.notify(DidChangeTextDocumentNotification.method, { textDocument, contentChanges });
  }

  async close(uri: string): Promise<void> {
    await this.notify(DidCloseTextDocumentNotification.method, { textDocument: { uri } });
  }

  async hover(uri: string, line: number, character: number): Promise<Hover | null> {
    const position = { line, character };
    return this.#connection.sendRequest(HoverRequest.type, { textDocument: { uri }, position });
  }

  async codeActions(uri: string, line: number, only?: string[]): Promise<CodeAction[]> {
    const range: Range = { start: { line, character: 0 }, end: { line, character: 0 } };
    const actions = await this.#connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri },
      range,
      context: { diagnostics: this.diagnostics.get(uri) ?? [], ...(only !== undefined && { only }) },
    });
    return (actions ?? []) as CodeAction[];
  }

  async execute(command: string, ...args: unknown[]): Promise<unknown> {
    return this.#connection.sendRequest(ExecuteCommandRequest.type, { command, arguments: args });
  }

  async act(id: string, action: string, message?: string): Promise<unknown> {
    return this.execute(serverCommands.act, { id, action, ...(message !== undefined && { message }) });
  }

  async shutDown(): Promise<void> {
    await this.#connection.sendRequest(ShutdownRequest.type);
  }

  #wake(): void {
    for (const look of this.#waiting) look();
  }
}

/** This server sends text, although newer editors would take Markdown. */
function messageOf({ message }: Diagnostic): string {
  return typeof message === 'string' ? message : message.value;
}
