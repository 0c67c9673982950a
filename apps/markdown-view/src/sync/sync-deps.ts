/** What the person's commands and the server's updates work with, and the steps that several of them share. */
import type { Nudge, ViewTarget } from '@annotate-mcp/markdown';

import type { DocumentPanel } from '../document/panel-types.ts';
import type { ViewHost } from '../host/view-host.ts';
import type { Dispatch } from '../state/actions.ts';
import type { ViewStateContainer } from '../state/reducer.ts';
import type { Notice } from '../state/state.ts';
import type { Trail } from '../trail.ts';

import type { BrowserCopies } from './browser-copies.ts';
import type { DraftSaver } from './draft-saver.ts';
import type { Server } from './server.ts';

export interface SyncDeps {
  readonly state: ViewStateContainer;
  readonly server: Server;
  readonly drafts: DraftSaver;
  readonly copies: BrowserCopies;
  readonly host: ViewHost;
  readonly notifier: Notifier;
  /** Scrolls the document to the target and marks it for a moment. */
  readonly reveal: (target: ViewTarget) => void;
  /** What they use of the document on the screen. */
  readonly panel: () => Pick<DocumentPanel, 'loadAll' | 'reloadPicture' | 'scrollToChange'>;
  readonly trail: Trail;
  readonly newId: () => string;
}

interface Notifier {
  readonly done: (text: string) => void;
  readonly info: (text: string) => void;
  /** `what` could not be done; the error says why. */
  readonly problem: (what: string, error: unknown) => void;
}

let lastId = 0;

/** Shows one sentence at a time to the person who uses the view. */
export function createNotifier(dispatch: Dispatch): Notifier {
  const show = (tone: Notice['tone'], text: string) =>
    dispatch({ type: 'notice', notice: { id: ++lastId, tone, text } });
  return {
    done: (text) => show('success', text),
    info: (text) => show('info', text),
    problem: (what, error) =>
      show('problem', `${what} ${error instanceof Error ? error.message : String(error)}`),
  };
}

/**
 * Marks the comment as busy until `call` ends, and shows `failed` when it fails. Resolves to `true` when it succeeded;
 * `false` also when another call for the same comment is under way.
 */
export async function runWhileBusy(
  { state, notifier }: Pick<SyncDeps, 'state' | 'notifier'>,
  id: string,
  failed: string,
  call: () => Promise<void>,
): Promise<boolean> {
  if (state.get().busy.has(id)) return false;
  state.dispatch({ type: 'busy', id, on: true });
  try {
    await call();
    return true;
  } catch (error) {
    notifier.problem(failed, error);
    return false;
  } finally {
    state.dispatch({ type: 'busy', id, on: false });
  }
}

export const hostRefusedMessage =
  'Sent, but this chat does not take messages. Ask your agent to get the comments.';

/** Tells the host that the agent has comments to read. A host that refuses is not a failure: the agent can fetch them. */
export async function pushToHost(
  { host, notifier }: Pick<SyncDeps, 'host' | 'notifier'>,
  { message, context }: Nudge,
): Promise<void> {
  if (host.push === null) return;
  const [, messageResult] = await Promise.allSettled([
    host.push.context(context),
    host.push.message(message),
  ]);
  if (messageResult.status === 'rejected') notifier.info(hostRefusedMessage);
}
