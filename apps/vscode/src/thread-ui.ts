/** Shows threads with the comments of VS Code. */
import * as vscode from 'vscode';

import type { ShownComment, ShownThread } from '@annotate-mcp/lsp/protocol';

import type { ThreadUi } from './threads-view.ts';
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
