/** What the person can do with a thread in VS Code. */
import * as vscode from 'vscode';

import {
  type ActArguments,
  type ActionName,
  type CommandTarget,
  serverCommands,
} from '@annotate-mcp/lsp/protocol';

import type { ThreadsView } from './threads-view.ts';

export interface CommandDeps {
  view: ThreadsView<vscode.CommentThread>;
  /** Runs a command of the server. */
  execute: (command: string, argument: CommandTarget | ActArguments) => Promise<unknown>;
}

/** Buttons of a thread. `replyTo` is what the person has written in its field. */
const threadActions: readonly ActionName[] = ['accept', 'resolve', 'approve', 'reopen', 'withdraw', 'adopt'];

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
