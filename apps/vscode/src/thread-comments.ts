/** Shows threads with the comments of VS Code. */
import * as vscode from 'vscode';

import {
  type ActArguments,
  actionNames,
  type CommandTarget,
  serverCommands,
  type ShownComment,
  type ShownThread,
} from '@annotate-mcp/lsp/protocol';

import type { ThreadsView, ThreadUi } from './threads-view.ts';
import { contextOf, labelOf } from './words.ts';

export function createThreadUi(controller: vscode.CommentController): ThreadUi<vscode.CommentThread> {
  return {
    create: (uri, shown) => {
      const thread = controller.createCommentThread(vscode.Uri.parse(uri, true), rangeOf(shown), []);
      thread.collapsibleState = vscode.CommentThreadCollapsibleState.Collapsed;
      show(thread, shown);
      return thread;
    },
    update: show,
    remove: (thread) => thread.dispose(),
  };
}

function show(thread: vscode.CommentThread, shown: ShownThread): void {
  thread.range = rangeOf(shown);
  thread.label = labelOf(shown);
  thread.contextValue = contextOf(shown);
  thread.canReply = shown.actions.includes('reply');
  thread.state =
    shown.state === 'resolved' ? vscode.CommentThreadState.Resolved : vscode.CommentThreadState.Unresolved;
  thread.comments = shown.comments.map(commentOf);
}

function rangeOf({ range: { start, end } }: ShownThread): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

function commentOf({ name, at, text, isAgent }: ShownComment): vscode.Comment {
  return {
    author: { name },
    // A string is shown as it is; Markdown would load pictures.
    body: text,
    mode: vscode.CommentMode.Preview,
    timestamp: new Date(at),
    ...(isAgent && { label: 'Agent' }),
  };
}

/** What the person can do with a thread in VS Code. */
interface CommandDeps {
  view: ThreadsView<vscode.CommentThread>;
  /** Runs a command of the server. */
  execute: (command: string, argument: CommandTarget | ActArguments) => Promise<unknown>;
}

/** Buttons of a thread. `replyTo` is what the person has written in its field. */
const threadActions = actionNames.filter((name) => name !== 'reply');

export function registerCommands({ view, execute }: CommandDeps): vscode.Disposable[] {
  const onThread = (command: string, run: (id: string) => Promise<unknown>) =>
    vscode.commands.registerCommand(command, (thread: vscode.CommentThread) => {
      const id = view.idOf(thread);
      return id === null ? undefined : run(id);
    });
  const copy = async ({ id }: CommandTarget) => {
    const text = await execute(serverCommands.describe, { id });
    await vscode.env.clipboard.writeText(String(text));
    vscode.window.setStatusBarMessage('Copied for the agent', 3_000);
  };
  return [
    ...threadActions.map((action) =>
      onThread(`annotate-mcp.thread.${action}`, (id) => execute(serverCommands.act, { id, action })),
    ),
    onThread('annotate-mcp.thread.openPage', (id) => execute(serverCommands.openPage, { id })),
    onThread('annotate-mcp.thread.copy', (id) => copy({ id })),
    vscode.commands.registerCommand('annotate-mcp.thread.reply', async (reply: vscode.CommentReply) => {
      const id = view.idOf(reply.thread);
      if (id !== null) await execute(serverCommands.act, { id, action: 'reply', message: reply.text });
    }),
    vscode.commands.registerCommand('annotate-mcp.copy', copy),
    vscode.commands.registerCommand('annotate-mcp.reply', async ({ id }: CommandTarget) => {
      const message = await vscode.window.showInputBox({ prompt: 'Reply', placeHolder: 'Your answer' });
      if (message !== undefined && message.trim() !== '')
        await execute(serverCommands.act, { id, action: 'reply', message });
    }),
  ];
}
