/** The extension: starts the language server and shows what it says. */
import * as vscode from 'vscode';
import {
  DidChangeConfigurationNotification,
  ExecuteCommandRequest,
  LanguageClient,
  type LanguageClientOptions,
  type ServerOptions,
  TransportKind,
} from 'vscode-languageclient/node';

import {
  clientCommands,
  countsNotification,
  type CountsParams,
  type EditorOptions,
  threadsNotification,
  type ThreadsParams,
} from '@annotate-mcp/lsp/protocol';

import { createThreadUi, registerCommands } from './thread-comments.ts';
import { ThreadsView } from './threads-view.ts';
import { statusOf } from './words.ts';

let client: LanguageClient | null = null;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const controller = vscode.comments.createCommentController('annotate-mcp', 'annotate-mcp');
  const view = new ThreadsView(createThreadUi(controller));
  const status = vscode.window.createStatusBarItem('annotate-mcp', vscode.StatusBarAlignment.Left);
  status.name = 'annotate-mcp';
  status.command = 'workbench.action.focusCommentsPanel';
  const started = new LanguageClient('annotate-mcp', 'annotate-mcp', serverOf(context), clientOptions());
  started.onNotification(threadsNotification, (params: ThreadsParams) => view.show(params));
  started.onNotification(countsNotification, (counts: CountsParams) => showCounts(status, counts));
  const execute = (command: string, argument: object) =>
    started.sendRequest(ExecuteCommandRequest.type, { command, arguments: [argument] });
  context.subscriptions.push(
    controller,
    status,
    sendSettings(started),
    ...registerCommands({ view, execute }),
  );
  client = started;
  await started.start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

/** The server in the extension, run by the editor's own Node, or the program that the person names. */
function serverOf(context: vscode.ExtensionContext): ServerOptions {
  const named = vscode.workspace.getConfiguration('annotate-mcp').get<string[]>('server', []);
  const [command, ...args] = named;
  if (command !== undefined) return { command, args, transport: TransportKind.stdio };
  return { module: context.asAbsolutePath('server.mjs'), transport: TransportKind.stdio };
}

function clientOptions(): LanguageClientOptions {
  return {
    documentSelector: [{ scheme: 'file' }],
    initializationOptions: { ...readSettings(), threads: true, clientCommands: [...clientCommands] },
  };
}

function readSettings(): EditorOptions {
  const settings = vscode.workspace.getConfiguration('annotate-mcp');
  return { diagnostics: settings.get('diagnostics', true), resolved: settings.get('resolved', true) };
}

/** Tells the server at once what the person has changed. */
function sendSettings(started: LanguageClient): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration(async (event) => {
    if (!event.affectsConfiguration('annotate-mcp')) return;
    const settings = { 'annotate-mcp': readSettings() };
    await started.sendNotification(DidChangeConfigurationNotification.type, { settings });
  });
}

function showCounts(item: vscode.StatusBarItem, counts: CountsParams): void {
  const status = statusOf(counts);
  if (status === null) {
    item.hide();
    return;
  }
  item.text = status.text;
  item.tooltip = status.tooltip;
  item.backgroundColor = status.isUrgent
    ? new vscode.ThemeColor('statusBarItem.warningBackground')
    : undefined;
  item.show();
}
