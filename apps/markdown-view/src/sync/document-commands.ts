/** Commands about the whole document and the view itself. */
import type { DocumentAction, ViewTarget, ViewToolResult } from '@annotate-mcp/markdown';
import { copyToClipboard } from '@annotate-mcp/overlay/ui';

import { batchOf } from '../state/select.ts';

import type { CommandDeps } from './command-deps.ts';
import { goBack, openLink } from './open-link.ts';
import { pushToHost } from './push-to-host.ts';

export interface DocumentCommands {
  readonly changeReview: (change: DocumentAction) => Promise<void>;
  readonly toggleTask: (offset: number) => Promise<void>;
  readonly reveal: (target: ViewTarget) => void;
  /** `done` is shown when the text is in the clipboard. */
  readonly copy: (text: string, done: string) => Promise<void>;
  /** Addresses of documents beside this one are opened here, all others by the host. */
  readonly openLink: (address: string) => void;
  /** Returns to the document whose link was followed. */
  readonly back: () => void;
  /** With everything that is not loaded yet. */
  readonly print: () => Promise<void>;
  readonly toggleFullscreen: () => void;
  /** Asks first when there are comments that were not sent. */
  readonly close: () => void;
  readonly closeNow: () => void;
}

export function createDocumentCommands(deps: CommandDeps): DocumentCommands {
  const { state, host, notifier, reveal } = deps;
  return {
    changeReview: (change) => changeReview(deps, change),
    toggleTask: (offset) => toggleTask(deps, offset),
    reveal,
    async copy(text, done) {
      if (await copyToClipboard(text, document.body)) notifier.done(done);
      else notifier.info(`This host does not allow copying. Copy this by hand: ${text}`);
    },
    openLink: (address) => void openLink(deps, address),
    back: () => void goBack(deps),
    async print() {
      await deps.panel().loadAll();
      print();
    },
    toggleFullscreen: () => host.display?.toggleFullscreen(),
    close() {
      if (batchOf(state.get()).length > 0) state.dispatch({ type: 'dialog', dialog: 'close' });
      else host.close?.();
    },
    closeNow: () => host.close?.(),
  };
}

async function changeReview(deps: CommandDeps, change: DocumentAction): Promise<void> {
  const { state, server, notifier } = deps;
  try {
    const result = await server.changeReview(change);
    const { mode, mirror, fileMeta: file } = result;
    state.dispatch({ type: 'review', mode, mirror, file });
    const done = describeReviewChange(change, result);
    if (done !== null) notifier.done(done);
    if (result.nudge) await pushToHost(deps, result.nudge);
  } catch (error) {
    notifier.problem('The change was not made.', error);
  }
}

function describeReviewChange(
  change: DocumentAction,
  { mirror, fileMeta: { name }, exported, removed }: ViewToolResult<'change_review'>,
): string | null {
  if (exported !== undefined)
    return `${name} now contains ${exported === 1 ? '1 comment' : `${exported} comments`}: share or commit it.`;
  if (removed !== undefined) return describeRemoved(name, removed);
  if (change.type === 'mark_reviewed') return 'Reviewed. Later edits are compared with this text.';
  if (change.type === 'adopt_all') return 'Trusted. Your agent gets these comments now.';
  if (change.type === 'trust_repository')
    return 'This repository is trusted: your agent gets all comments that come with it.';
  if (change.type !== 'mirror') return null;
  return mirror
    ? `${name} now contains the comments too, and is updated with every change.`
    : `${name} is no longer updated when comments change.`;
}

function describeRemoved(name: string, count: number): string {
  if (count === 0) return `${name} had no markers.`;
  return `${name} has no markers any more. ${count === 1 ? 'Its comment is' : `Its ${count} comments are`} kept in the project.`;
}

/** The box on the screen changes when the server has saved the file. */
async function toggleTask({ state, server, notifier }: CommandDeps, offset: number): Promise<void> {
  const { text, file } = state.get();
  if (text === null || file === null) return;
  const mark = text[offset] === ' ' ? 'x' : ' ';
  try {
    await server.save(text.slice(0, offset) + mark + text.slice(offset + 1), file.sha);
  } catch (error) {
    notifier.problem('The box was not saved.', error);
  }
}
