/** Sends the outbox one entry after the other, because a reply needs its comment to be stored first. */
import type { Annotation, HubMessage, PageMessage } from '@annotate-mcp/core';

import type { OutboxMessage, OutboxEntry, Outbox } from './outbox.ts';
import type { Pictures, UploadedPictures, UploadResult } from './pictures.ts';

export interface DeliveryOptions {
  readonly outbox: Outbox;
  readonly pictures: Pictures;
  readonly send: (message: PageMessage) => boolean;
  /** Gets what `pictures` has kept. */
  readonly upload: (kept: unknown) => Promise<UploadResult>;
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
  return new OutboxDelivery(options);
}

class OutboxDelivery implements Delivery {
  readonly #options: DeliveryOptions;
  #isOpen = false;
  /** The entry that is being sent. */
  #current: { readonly ref: string } | null = null;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #reportedTrouble: string | null = null;
  readonly #tries = new Map<string, number>();

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  open(): void {
    this.#isOpen = true;
    this.sendNext();
  }

  pause(): void {
    this.#isOpen = false;
    this.#current = null;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = undefined;
  }

  sendNext(): void {
    const entry = this.#options.outbox.entries()[0];
    const isBusy = this.#current !== null || this.#retryTimer !== undefined;
    if (!this.#isOpen || isBusy || entry === undefined) return;
    this.#current = { ref: entry.ref };
    if (entry.picture === true) void this.#sendPictures(entry, this.#current);
    else this.#sendMessage(entry);
  }

  done(ref: string): void {
    const entry = this.#takeAnswered(ref);
    if (entry === undefined) return;
    this.#reportedTrouble = null;
    this.#finish(entry);
  }

  failed(error: HubError): boolean {
    const entry = this.#takeAnswered(error.ref);
    if (entry === undefined) return false;
    if (error.code.startsWith('store/')) this.#waitForStore(error);
    else this.#refuse(entry, error);
    return true;
  }

  #sendMessage(entry: OutboxEntry): void {
    const { onSent, send } = this.#options;
    if (isTooLarge(entry.message)) {
      this.#refuse(entry, tooLarge);
      return;
    }
    // Sending again would do harm: deleting an annotation that the first attempt withdrew would remove its thread.
    if (this.#wasTried(entry, 1) && this.#isStored(entry) === true) {
      this.#finish(entry);
      return;
    }
    onSent(entry);
    if (!send({ ...entry.message, ref: entry.ref })) this.#current = null;
    else this.#tries.set(entry.ref, (this.#tries.get(entry.ref) ?? 0) + 1);
  }

  async #sendPictures(entry: OutboxEntry, thisTry: { readonly ref: string }): Promise<void> {
    const { outbox, pictures, upload, onProblem } = this.#options;
    const uploaded = await upload(await pictures.get(entry.ref));
    // The connection was lost during the upload: this attempt is over.
    if (this.#current !== thisTry) return;
    this.#current = null;
    if (uploaded === 'later') {
      this.#retryLater();
      return;
    }
    if (uploaded.problem !== null) onProblem(uploaded.problem);
    outbox.replace(withPictures(entry, uploaded.names));
    void pictures.remove(entry.ref);
    this.sendNext();
  }

  #waitForStore(error: HubError): void {
    if (this.#reportedTrouble !== error.code)
      this.#options.onProblem(`${describeHubError(error)} What you wrote is kept and tried again.`);
    this.#reportedTrouble = error.code;
    this.#retryLater();
  }

  #retryLater(): void {
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = undefined;
      this.sendNext();
    }, storeRetryMs);
  }

  /** Finds the entry that an answer is about, and marks it as no longer being sent. */
  #takeAnswered(ref: string | undefined): OutboxEntry | undefined {
    const entry = this.#options.outbox.entries().find((other) => other.ref === ref);
    if (entry !== undefined && this.#current?.ref === ref) this.#current = null;
    return entry;
  }

  /** An entry may be refused because an earlier attempt was stored and its answer was lost; then it counts as done. */
  #refuse(entry: OutboxEntry, error: HubError): void {
    if (this.#wasTried(entry, 2) && (this.#isStored(entry) ?? true)) {
      this.#finish(entry);
      return;
    }
    this.#remove(entry);
    this.#options.onRefused(entry, error);
    this.sendNext();
  }

  #finish(entry: OutboxEntry): void {
    this.#remove(entry);
    this.#options.onDone(entry);
    this.sendNext();
  }

  #isStored({ message }: OutboxEntry): boolean | null {
    return isStored(message, this.#options.storedAnnotation);
  }

  #wasTried(entry: OutboxEntry, times: number): boolean {
    return entry.isRestored === true || (this.#tries.get(entry.ref) ?? 0) >= times;
  }

  #remove(entry: OutboxEntry): void {
    const { outbox, pictures } = this.#options;
    this.#current = null;
    this.#tries.delete(entry.ref);
    outbox.remove(entry.ref);
    if (entry.picture === true) void pictures.remove(entry.ref);
  }
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
  message: 'This comment is larger than the dev server accepts.',
  hint: 'Pick fewer or smaller elements.',
};

/** What the person typed, if that is what it was about. */
export function textOfMessage(message: OutboxMessage): string | undefined {
  if (message.type === 'annotation:create') return message.payload.annotationText;
  if (message.type === 'annotation:edit') return message.annotationText;
  return 'message' in message ? message.message : undefined;
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

function withPictures({ picture, ...entry }: OutboxEntry, names: UploadedPictures['names']): OutboxEntry {
  const { message } = entry;
  if (message.type !== 'annotation:create') return entry;
  return { ...entry, message: { ...message, payload: { ...message.payload, ...names } } };
}
