/** Sends the outbox, one entry after the other: a reply may need the comment before it to be stored. */
import type { Annotation, HubMessage, PageMessage } from '@annotate-mcp/core';

import type { Deed, Entry, Outbox } from './outbox.ts';
import type { Pictures, Uploaded } from './pictures.ts';

export interface DeliveryOptions {
  readonly outbox: Outbox;
  readonly pictures: Pictures;
  readonly send: (message: PageMessage) => boolean;
  readonly upload: (picture: Blob) => Promise<Uploaded>;
  /** As the hub has it. */
  readonly stored: (id: string) => Annotation | undefined;
  readonly sent: (entry: Entry) => void;
  readonly done: (entry: Entry) => void;
  /** The hub will never take it; already out of the outbox. */
  readonly refused: (entry: Entry, error: HubError) => void;
  readonly problem: (text: string) => void;
}

export interface Delivery {
  /** There is a session to send in, and `stored` is up to date. */
  readonly open: () => void;
  /** There may be something new to send. */
  readonly go: () => void;
  /** The connection is gone: what was on its way is sent again in the next one. */
  readonly pause: () => void;
  readonly done: (ref: string) => void;
  /** `false` when the error is not about something of ours. */
  readonly failed: (error: HubError) => boolean;
}

export type HubError = HubMessage & { type: 'error' };

/** After trouble in the store, which is not the message's fault. */
const storeRetryMs = 2_000;

export function createDelivery(options: DeliveryOptions): Delivery {
  const { outbox, pictures } = options;
  let isOpen = false;
  /** One try of one entry. */
  let onItsWay: { readonly ref: string } | null = null;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let toldTrouble: string | null = null;
  const tries = new Map<string, number>();

  function go(): void {
    const entry = outbox.entries()[0];
    if (!isOpen || onItsWay !== null || waiting !== undefined || entry === undefined) return;
    onItsWay = { ref: entry.ref };
    if (entry.picture === true) void sendPicture(entry, onItsWay);
    else sendDeed(entry);
  }

  function sendDeed(entry: Entry): void {
    if (isTooLarge(entry.deed)) {
      answerFor(entry, tooLarge);
      return;
    }
    // Not only spared: to delete what the first try withdrew would remove it, thread and all.
    if (wasTried(entry, 1) && isStored(entry.deed, options.stored) === true) {
      settle(entry);
      return;
    }
    options.sent(entry);
    if (!options.send({ ...entry.deed, ref: entry.ref })) onItsWay = null;
    else tries.set(entry.ref, (tries.get(entry.ref) ?? 0) + 1);
  }

  async function sendPicture(entry: Entry, thisTry: { readonly ref: string }): Promise<void> {
    const picture = await pictures.get(entry.ref);
    const uploaded = picture === null ? 'refused' : await options.upload(picture);
    // The connection was lost meanwhile, and with it this try.
    if (onItsWay !== thisTry) return;
    onItsWay = null;
    if (uploaded === 'later') {
      rest();
      return;
    }
    if (uploaded === 'refused')
      options.problem('The picture could not be stored; your comment goes without it.');
    outbox.replace(withPicture(entry, uploaded === 'refused' ? undefined : uploaded.name));
    void pictures.remove(entry.ref);
    go();
  }

  function rest(): void {
    waiting = setTimeout(() => {
      waiting = undefined;
      go();
    }, storeRetryMs);
  }

  /** The entry that an answer is about, which thereby is no longer on its way. */
  function answered(ref: string | undefined): Entry | undefined {
    const entry = outbox.entries().find((other) => other.ref === ref);
    if (entry !== undefined && onItsWay?.ref === ref) onItsWay = null;
    return entry;
  }

  /** Refused, but perhaps only because an earlier try was stored and its answer got lost. */
  function answerFor(entry: Entry, error: HubError): void {
    if (wasTried(entry, 2) && (isStored(entry.deed, options.stored) ?? true)) {
      settle(entry);
      return;
    }
    onItsWay = null;
    remove(entry);
    options.refused(entry, error);
    go();
  }

  function settle(entry: Entry): void {
    onItsWay = null;
    remove(entry);
    options.done(entry);
    go();
  }

  function wasTried(entry: Entry, times: number): boolean {
    return entry.again === true || (tries.get(entry.ref) ?? 0) >= times;
  }

  function remove(entry: Entry): void {
    tries.delete(entry.ref);
    outbox.remove(entry.ref);
    if (entry.picture === true) void pictures.remove(entry.ref);
  }

  return {
    go,
    open() {
      isOpen = true;
      go();
    },
    pause() {
      isOpen = false;
      onItsWay = null;
      clearTimeout(waiting);
      waiting = undefined;
    },
    done(ref) {
      const entry = answered(ref);
      if (entry === undefined) return;
      toldTrouble = null;
      settle(entry);
    },
    failed(error) {
      const entry = answered(error.ref);
      if (entry === undefined) return false;
      if (error.code.startsWith('store/')) {
        if (toldTrouble !== error.code)
          options.problem(`${inWords(error)} What you wrote is kept and tried again.`);
        toldTrouble = error.code;
        rest();
        return true;
      }
      answerFor(entry, error);
      return true;
    },
  };
}

export function inWords({ message, hint }: HubError): string {
  return hint === undefined ? message : `${message} ${hint}`;
}

/** The hub would close the connection over it, every time. */
function isTooLarge(deed: Deed): boolean {
  const text = JSON.stringify(deed);
  // Encoding is spared where even three bytes for each character would fit.
  return text.length > 300_000 && new TextEncoder().encode(text).length > 1_000_000;
}

const tooLarge: HubError = {
  type: 'error',
  code: 'protocol/invalid',
  message: 'This is more than the dev server takes at once.',
  hint: 'Point at fewer things, or at smaller ones.',
};

/** What the person typed, if that is what it was about. */
export function textOf(deed: Deed): string | undefined {
  switch (deed.type) {
    case 'annotation:create':
      return deed.payload.annotationText;
    case 'annotation:edit':
      return deed.annotationText;
    case 'annotation:reply':
    case 'annotation:reopen':
      return deed.message;
    default:
      return undefined;
  }
}

/** Whether the hub has it already; `null` when that cannot be told. */
function isStored(deed: Deed, stored: DeliveryOptions['stored']): boolean | null {
  switch (deed.type) {
    case 'annotation:create':
      return stored(deed.payload.id) !== undefined;
    case 'annotation:edit':
      return stored(deed.id)?.annotationText === deed.annotationText;
    case 'annotation:reply':
    case 'annotation:reopen':
      if (deed.message === undefined) return null;
      return stored(deed.id)?.replies.some(({ id }) => id === deed.replyId) ?? false;
    case 'annotation:delete': {
      const left = stored(deed.id);
      return left === undefined || (left.status === 'dismissed' && left.withdrawnAt !== undefined);
    }
    default:
      return null;
  }
}

function withPicture({ picture, ...entry }: Entry, screenshot: string | undefined): Entry {
  const { deed } = entry;
  if (deed.type !== 'annotation:create' || screenshot === undefined) return entry;
  return { ...entry, deed: { ...deed, payload: { ...deed.payload, screenshot } } };
}
