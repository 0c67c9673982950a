/** Sends the outbox one entry after the other, because a reply needs its comment to be stored first. */
import type { Annotation, HubMessage, PageMessage } from '@annotate-mcp/core';

import type { OutboxMessage, OutboxEntry, Outbox } from './outbox.ts';
import type { Pictures, UploadResult } from './pictures.ts';

export interface DeliveryOptions {
  readonly outbox: Outbox;
  readonly pictures: Pictures;
  readonly send: (message: PageMessage) => boolean;
  readonly upload: (picture: Blob) => Promise<UploadResult>;
  /** The annotation as the hub last sent it. */
  readonly storedAnnotation: (id: string) => Annotation | undefined;
  readonly onSent: (entry: OutboxEntry) => void;
  readonly onDone: (entry: OutboxEntry) => void;
  /** The hub refused the entry for good; it has already been removed from the outbox. */
  readonly onRefused: (entry: OutboxEntry, error: HubError) => void;
  readonly onProblem: (text: string) => void;
}

export interface Delivery {
  /** The session is open, and `storedAnnotation` is up to date. */
  readonly open: () => void;
  /** Sends the first entry, unless one is being sent. */
  readonly sendNext: () => void;
  /** The connection is lost: the entry that was being sent is sent again after the next `open`. */
  readonly pause: () => void;
  readonly done: (ref: string) => void;
  /** `false` when the error is not about an entry of the outbox. */
  readonly failed: (error: HubError) => boolean;
}

export type HubError = HubMessage & { type: 'error' };

/** Wait before a retry after the store failed. */
const storeRetryMs = 2_000;

export function createDelivery(options: DeliveryOptions): Delivery {
  const { outbox, pictures } = options;
  let isOpen = false;
  /** The entry that is being sent. */
  let current: { readonly ref: string } | null = null;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let reportedTrouble: string | null = null;
  const tries = new Map<string, number>();

  function sendNext(): void {
    const entry = outbox.entries()[0];
    if (!isOpen || current !== null || waiting !== undefined || entry === undefined) return;
    current = { ref: entry.ref };
    if (entry.picture === true) void sendPicture(entry, current);
    else sendMessage(entry);
  }

  function sendMessage(entry: OutboxEntry): void {
    if (isTooLarge(entry.message)) {
      refuse(entry, tooLarge);
      return;
    }
    // Sending again would do harm: deleting an annotation that the first attempt withdrew would remove its thread.
    if (wasTried(entry, 1) && isStored(entry.message, options.storedAnnotation) === true) {
      finish(entry);
      return;
    }
    options.onSent(entry);
    if (!options.send({ ...entry.message, ref: entry.ref })) current = null;
    else tries.set(entry.ref, (tries.get(entry.ref) ?? 0) + 1);
  }

  async function sendPicture(entry: OutboxEntry, thisTry: { readonly ref: string }): Promise<void> {
    const picture = await pictures.get(entry.ref);
    const uploaded = picture === null ? 'refused' : await options.upload(picture);
    // The connection was lost during the upload: this attempt is over.
    if (current !== thisTry) return;
    current = null;
    if (uploaded === 'later') {
      retryLater();
      return;
    }
    if (uploaded === 'refused')
      options.onProblem('The picture could not be stored; your comment goes without it.');
    outbox.replace(withPicture(entry, uploaded === 'refused' ? undefined : uploaded.name));
    void pictures.remove(entry.ref);
    sendNext();
  }

  function retryLater(): void {
    waiting = setTimeout(() => {
      waiting = undefined;
      sendNext();
    }, storeRetryMs);
  }

  /** Finds the entry that an answer is about, and marks it as no longer being sent. */
  function takeAnswered(ref: string | undefined): OutboxEntry | undefined {
    const entry = outbox.entries().find((other) => other.ref === ref);
    if (entry !== undefined && current?.ref === ref) current = null;
    return entry;
  }

  /** An entry may be refused because an earlier attempt was stored and its answer was lost; then it counts as done. */
  function refuse(entry: OutboxEntry, error: HubError): void {
    if (wasTried(entry, 2) && (isStored(entry.message, options.storedAnnotation) ?? true)) {
      finish(entry);
      return;
    }
    current = null;
    remove(entry);
    options.onRefused(entry, error);
    sendNext();
  }

  function finish(entry: OutboxEntry): void {
    current = null;
    remove(entry);
    options.onDone(entry);
    sendNext();
  }

  function wasTried(entry: OutboxEntry, times: number): boolean {
    return entry.isRestored === true || (tries.get(entry.ref) ?? 0) >= times;
  }

  function remove(entry: OutboxEntry): void {
    tries.delete(entry.ref);
    outbox.remove(entry.ref);
    if (entry.picture === true) void pictures.remove(entry.ref);
  }

  return {
    sendNext,
    open() {
      isOpen = true;
      sendNext();
    },
    pause() {
      isOpen = false;
      current = null;
      clearTimeout(waiting);
      waiting = undefined;
    },
    done(ref) {
      const entry = takeAnswered(ref);
      if (entry === undefined) return;
      reportedTrouble = null;
      finish(entry);
    },
    failed(error) {
      const entry = takeAnswered(error.ref);
      if (entry === undefined) return false;
      if (error.code.startsWith('store/')) {
        if (reportedTrouble !== error.code)
          options.onProblem(`${describeHubError(error)} What you wrote is kept and tried again.`);
        reportedTrouble = error.code;
        retryLater();
        return true;
      }
      refuse(entry, error);
      return true;
    },
  };
}

export function describeHubError({ message, hint }: HubError): string {
  return hint === undefined ? message : `${message} ${hint}`;
}

/** The hub would close the connection each time it gets such a message. */
function isTooLarge(message: OutboxMessage): boolean {
  const text = JSON.stringify(message);
  // No need to encode the text when three bytes per character would still fit.
  return text.length > 300_000 && new TextEncoder().encode(text).length > 1_000_000;
}

const tooLarge: HubError = {
  type: 'error',
  code: 'protocol/invalid',
  message: 'This is more than the dev server takes at once.',
  hint: 'Point at fewer things, or at smaller ones.',
};

/** What the person typed, if that is what it was about. */
export function textOfMessage(message: OutboxMessage): string | undefined {
  switch (message.type) {
    case 'annotation:create':
      return message.payload.annotationText;
    case 'annotation:edit':
      return message.annotationText;
    case 'annotation:reply':
    case 'annotation:reopen':
      return message.message;
    default:
      return undefined;
  }
}

/** Whether the hub has it already; `null` when that cannot be told. */
function isStored(message: OutboxMessage, stored: DeliveryOptions['storedAnnotation']): boolean | null {
  switch (message.type) {
    case 'annotation:create':
      return stored(message.payload.id) !== undefined;
    case 'annotation:edit':
      return stored(message.id)?.annotationText === message.annotationText;
    case 'annotation:reply':
    case 'annotation:reopen':
      if (message.message === undefined) return null;
      return stored(message.id)?.replies.some(({ id }) => id === message.replyId) ?? false;
    case 'annotation:delete': {
      const left = stored(message.id);
      return left === undefined || (left.status === 'dismissed' && left.withdrawnAt !== undefined);
    }
    default:
      return null;
  }
}

function withPicture({ picture, ...entry }: OutboxEntry, screenshot: string | undefined): OutboxEntry {
  const { message } = entry;
  if (message.type !== 'annotation:create' || screenshot === undefined) return entry;
  return { ...entry, message: { ...message, payload: { ...message.payload, screenshot } } };
}
