/** The person's changes on their way to the hub: shown at once, kept in the outbox, sent one after the other. */
import { payloadKey } from '../state/target-key.ts';

import { createDelivery, describeHubError, type HubError, textOfMessage } from './delivery.ts';
import { createHubCopy, type OnAnnotations } from './hub-copy.ts';
import { openOutbox, type OutboxMessage } from './outbox.ts';
import type { PageEnvironment } from './page-environment.ts';
import type { CommentPictures, UploadResult } from './pictures.ts';
import { isPredictorLoaded, loadPredictor, type Writer } from './predictor.ts';
import type { TabSession } from './tab-session.ts';

export interface PendingChangesOptions {
  readonly environment: PageEnvironment;
  /** Absolute URL of the hub. */
  readonly hub: string;
  readonly projectId: string;
  readonly writer: Writer;
  readonly session: () => Pick<TabSession, 'send' | 'isClosed'>;
  readonly onAnnotations: OnAnnotations;
  readonly onProblem: (text: string) => void;
  readonly onRefused: (key: string, text: string) => void;
}

/** How long a confirmed change is shown before the feed has delivered it; some confirmed messages change nothing. */
const changeWaitMs = 3_000;

export function createPendingChanges(options: PendingChangesOptions) {
  const { storages, locks, pictures, fetch: send } = options.environment;
  const copy = createHubCopy(options.writer);
  const outbox = openOutbox({
    projectId: options.projectId,
    local: storages.local,
    locks,
    onUnstored: () => options.onProblem(unstoredText),
  });
  const show = () => {
    if (options.session().isClosed()) return;
    const entries = outbox.entries();
    const { annotations, unsent } = copy.shown(entries);
    options.onAnnotations(annotations, unsent, copy.rest());
    // Without the dev server it cannot be loaded; the next change tries again.
    if (entries.length > 0 && !isPredictorLoaded()) loadPredictor().then(show, () => undefined);
  };
  const forget = (ref: string) => {
    copy.forget(ref);
    show();
  };
  const delivery = createDelivery({
    outbox,
    pictures,
    send: (message) => options.session().send(message),
    upload: (kept) => uploadLazily(`${options.hub}/api/attachments`, kept, send),
    storedAnnotation: copy.get,
    onSent: copy.sent,
    onDone(entry) {
      if (copy.done(entry)) setTimeout(() => forget(entry.ref), changeWaitMs);
      show();
    },
    onRefused({ ref, message }, error) {
      forget(ref);
      reportRefused(options, message, error);
    },
    onProblem: options.onProblem,
  });

  return {
    copy,
    delivery,
    show,
    enqueue(message: OutboxMessage, attached?: CommentPictures): void {
      const entry = outbox.add(message, attached !== undefined);
      if (attached !== undefined) void pictures.put(entry.ref, attached);
      show();
      delivery.sendNext();
    },
    /** Takes over the entries of closed tabs. */
    async takeOverClosedTabs(): Promise<void> {
      if (!(await outbox.takeOverClosedTabs())) return;
      show();
      delivery.sendNext();
    },
    /** Called when the tab holds the lock of its session; the entries of that session are then its own. */
    useSession(sessionId: string): void {
      outbox.reload(sessionId);
      show();
    },
  };
}

const unstoredText =
  'This browser cannot store anything for this page (full, or not allowed): a reload loses what is not sent yet.';

async function uploadLazily(url: string, kept: unknown, send: typeof fetch): Promise<UploadResult> {
  const loaded = await import('./upload-picture.ts').catch(() => null);
  return loaded === null ? 'later' : loaded.uploadPictures(url, kept, send);
}

/** The text of a refused message goes back to where it was typed; a thread that is gone has no such place. */
function reportRefused(options: PendingChangesOptions, message: OutboxMessage, error: HubError): void {
  const text = textOfMessage(message);
  if (text !== undefined) options.onRefused(keyOf(message), text);
  const where =
    error.code === 'annotation/not-found' ? `You wrote: ${text}` : 'Your text is kept where you wrote it.';
  options.onProblem(describeHubError(error) + (text === undefined ? '' : ` ${where}`));
}

function keyOf(message: OutboxMessage): string {
  if (message.type === 'annotation:create') return payloadKey(message.payload);
  return 'id' in message ? message.id : '';
}
