/**
 * Commands about the whole document, passages that are edited in place, what changed since the last review, and the
 * view itself.
 */
import type { MarkdownAnchor } from '@annotate-mcp/core';
import {
  type DocumentAction,
  replacePassage,
  type ViewTarget,
  type ViewToolResult,
} from '@annotate-mcp/markdown';
import { copyToClipboard } from '@annotate-mcp/overlay/ui';

import { RefusedError } from '../host/view-host.ts';
import { batchOf } from '../state/select.ts';
import { passageChanged, type TextFix } from '../state/text-fix.ts';
import { sourceOf } from '../state/written.ts';

import { pushToHost, type SyncDeps } from './sync-deps.ts';

export interface DocumentCommands extends TextFixCommands, ChangeCommands {
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

export function createDocumentCommands(deps: SyncDeps): DocumentCommands {
  const { state, host, notifier, reveal } = deps;
  return {
    ...createTextFixCommands(deps),
    ...createChangeCommands(deps),
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

async function changeReview(deps: SyncDeps, change: DocumentAction): Promise<void> {
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
  { mirror, fileMeta: { name }, exported, removed, shared }: ViewToolResult<'change_review'>,
): string | null {
  if (exported !== undefined)
    return `${name} now contains ${exported === 1 ? '1 comment' : `${exported} comments`}: share or commit it.`;
  if (removed !== undefined) return describeRemoved(name, removed);
  if (shared !== undefined) return `Git sees ${shared} now, with your drafts. Commit it to share the review.`;
  if (change.type === 'start_agent') return 'You are asked above the text which agent to start.';
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
async function toggleTask({ state, server, notifier }: SyncDeps, offset: number): Promise<void> {
  const { text, file } = state.get();
  if (text === null || file === null) return;
  const mark = text[offset] === ' ' ? 'x' : ' ';
  try {
    await server.save(text.slice(0, offset) + mark + text.slice(offset + 1), file.sha);
  } catch (error) {
    notifier.problem('The box was not saved.', error);
  }
}

/** Opens a document beside this one in the same place, and any other address by the host. */
async function openLink(deps: SyncDeps, address: string): Promise<void> {
  const { host, notifier } = deps;
  if (address.startsWith('#')) notifier.info(`This document has no part ${fragmentWords(address)}.`);
  else if (address.startsWith('//')) host.openLink(`https:${address}`);
  else if (/^[a-z][a-z\d+.-]*:/i.test(address)) host.openLink(address);
  else await follow(deps, address);
}

async function goBack({ drafts, trail }: SyncDeps): Promise<void> {
  // What cannot be sent now has a copy, and is sent when the document is opened again.
  await drafts.flush().catch(() => undefined);
  trail.goBack();
}

async function follow({ server, drafts, trail, notifier }: SyncDeps, address: string): Promise<void> {
  try {
    const { opened, token, fragment } = await server.followLink({ address });
    await drafts.flush();
    trail.follow({ opened, token, path: opened.fileMeta.path }, fragment);
  } catch (error) {
    if (error instanceof RefusedError) notifier.info(reasonOf(address, error));
    else notifier.problem(`${address} was not opened.`, error);
  }
}

function reasonOf(address: string, { code, message }: RefusedError): string {
  const reasons: Readonly<Record<string, string>> = {
    'markdown/not-found': 'is not there',
    'markdown/outside-roots': 'is outside of the folders that may be read',
    'markdown/not-markdown': 'is no Markdown file, and only those open in a review',
    'markdown/too-large': 'is too large to be shown',
    'markdown/denied': 'may not be read',
  };
  const reason = reasons[code ?? ''];
  return reason === undefined ? message : `${address.replace(/#.*$/, '')} ${reason}.`;
}

function fragmentWords(address: string): string {
  try {
    return `“${decodeURIComponent(address.slice(1))}”`;
  } catch {
    // A percent sign that encodes nothing.
    return `“${address.slice(1)}”`;
  }
}

interface TextFixCommands {
  /** Opens the source of this passage in a field. */
  readonly editPassage: (anchor: MarkdownAnchor) => void;
  /** Saves what was typed. When that fails, the field stays and says why. */
  readonly savePassage: () => Promise<void>;
}

function createTextFixCommands(deps: SyncDeps): TextFixCommands {
  return {
    editPassage(anchor) {
      const fix: TextFix = { anchor, text: sourceOf(anchor.quote), saving: false, problem: null };
      deps.state.dispatch({ type: 'fix', fix });
    },
    savePassage: () => savePassage(deps),
  };
}

async function savePassage({ state, server, notifier }: SyncDeps): Promise<void> {
  const { textFix: fix, text, file } = state.get();
  if (fix === null || fix.saving || text === null || file === null) return;
  const show = (next: TextFix | null) => state.dispatch({ type: 'fix', fix: next });
  if (fix.text === sourceOf(fix.anchor.quote)) {
    show(null);
    return;
  }
  const replaced = replacePassage(text, fix.anchor, fix.text);
  if (replaced === null) {
    show({ ...fix, problem: passageChanged });
    return;
  }
  show({ ...fix, saving: true, problem: null });
  try {
    await server.save(replaced.text, file.sha);
    show(null);
    notifier.done('Saved.');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    // The text may have changed during the call, and the passage in it moved.
    const now = state.get().textFix ?? fix;
    show({ ...now, saving: false, problem: `Not saved; what you typed is still here. ${why}` });
  }
}

/** About what changed since the last review. */
interface ChangeCommands {
  /** Marks the changed words in the text, or shows the text alone. */
  readonly toggleChanges: () => void;
  /** Scrolls to the change with this index. */
  readonly showChange: (index: number) => void;
  /** From the change that is shown; without one it starts at the first or the last. */
  readonly stepChange: (by: 1 | -1) => void;
}

function createChangeCommands({ state, panel }: SyncDeps): ChangeCommands {
  const showChange = (index: number) => {
    state.dispatch({ type: 'changes:step', index });
    panel().scrollToChange(index);
  };
  return {
    toggleChanges() {
      const { found, shown } = state.get().changes;
      if (found !== null || shown) state.dispatch({ type: 'changes:show', on: !shown });
    },
    showChange,
    stepChange(by) {
      const { found, current } = state.get().changes;
      if (found === null) return;
      const count = found.list.length;
      showChange(current === null ? (by === 1 ? 0 : count - 1) : (current + by + count) % count);
    },
  };
}
