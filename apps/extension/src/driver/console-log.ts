import type { Protocol } from 'devtools-protocol';

import type { ConsoleEntry, ConsoleLevel, ParamsOf, ResultOf } from '@annotate-mcp/browser-protocol';

import type { FrameChain } from '../consent/frame-access.ts';
import { hideSecrets } from '../secrets/hide-secrets.ts';

import type { Cdp, SessionId } from './cdp.ts';
import type { Frames } from './frames.ts';
import { isSince, RingBuffer } from './ring-buffer.ts';

const maxChars = 2_000;
/** Kept beyond what is shown: what is cut off inside of a secret must not be its beginning. */
const maskedBeyond = 1_000;

type ConsoleFrames = Pick<Frames, 'ofContext' | 'chainOf' | 'accessToChain'>;

interface LoggedEntry extends ConsoleEntry {
  /** What logged it: the page, or a frame in it. */
  readonly chain: FrameChain;
  /** The address that a message of the browser is about, as if it was a frame there. */
  readonly about: FrameChain | null;
}

/** Messages of the page and of the browser in the console. */
export class ConsoleLog {
  readonly #frames: ConsoleFrames;
  readonly #entries = new RingBuffer<LoggedEntry>(1_000);

  constructor(cdp: Cdp, frames: ConsoleFrames) {
    this.#frames = frames;
    cdp.on(
      'Runtime.consoleAPICalled',
      ({ type, args, timestamp, stackTrace, executionContextId }, session) => {
        const [top] = stackTrace?.callFrames ?? [];
        const text = args.map(describeValue).join(' ');
        this.#add(levels[type] ?? 'log', text, timestamp, top, this.#chainOf(session, executionContextId));
      },
    );
    cdp.on('Runtime.exceptionThrown', ({ timestamp, exceptionDetails }, session) => {
      const { text, exception, url, lineNumber, columnNumber, executionContextId } = exceptionDetails;
      const message =
        exception?.description ?? `${text} ${exception === undefined ? '' : describeValue(exception)}`;
      const at = { url: url ?? '', lineNumber, columnNumber };
      this.#add('error', message, timestamp, at, this.#chainOf(session, executionContextId));
    });
    cdp.on('Log.entryAdded', ({ entry: { level, text, timestamp, url = '', lineNumber = 0 } }, session) => {
      const at = { url, lineNumber, columnNumber: 0 };
      // The browser says where the trouble is, and not in which frame of the process.
      const chain = this.#chainOf(session);
      const there = [...chain, { url, origin: '' }];
      this.#add(level === 'verbose' ? 'debug' : level, text, timestamp, at, chain, url === '' ? null : there);
    });
  }

  #chainOf(session: SessionId, contextId?: number): FrameChain {
    const frame = this.#frames.ofContext(session, contextId);
    return frame === null ? [] : this.#frames.chainOf(frame);
  }

  /** Frames may log what the person does not let agents see, and may be forbidden after they have. */
  #isShown({ chain, about }: LoggedEntry): boolean {
    if (chain.length > 1 && this.#frames.accessToChain(chain) !== 'open') return false;
    return about === null || this.#frames.accessToChain(about) !== 'closed';
  }

  page(
    { after, since, levels: wanted, find, limit }: ParamsOf<'get_console'>,
    mask: (text: string) => string,
  ): ResultOf<'get_console'> {
    const text = find?.toLowerCase();
    const matches = (entry: LoggedEntry) =>
      wanted.includes(entry.level) &&
      this.#isShown(entry) &&
      isSince(entry, since) &&
      (text === undefined || entry.text.toLowerCase().includes(text));
    const { entries, ...rest } = this.#entries.page(after, limit, matches);
    const masked = entries.map(({ chain: _, about: __, ...entry }) => ({
      ...entry,
      text: mask(hideSecrets(entry.text)).slice(0, maxChars),
    }));
    return { entries: masked, ...rest };
  }

  get last(): number {
    return this.#entries.last;
  }

  /** Removes the entries after the one with this number. */
  forgetAfter(seq: number): void {
    this.#entries.remove((entry) => entry.seq > seq);
  }

  #add(
    level: ConsoleLevel,
    text: string,
    timestamp: number,
    at: SourcePosition | undefined,
    chain: FrameChain,
    about: FrameChain | null = null,
  ): void {
    this.#entries.add((seq) => ({
      seq,
      chain,
      about,
      at: new Date(timestamp).toISOString(),
      level,
      text: text.slice(0, maxChars + maskedBeyond),
      ...(at !== undefined &&
        at.url !== '' && { source: `${at.url}:${at.lineNumber + 1}:${at.columnNumber + 1}` }),
    }));
  }
}

interface SourcePosition {
  url: string;
  lineNumber: number;
  columnNumber: number;
}

const levels: Readonly<Partial<Record<Protocol.Runtime.ConsoleAPICalledEvent['type'], ConsoleLevel>>> = {
  assert: 'error',
  debug: 'debug',
  error: 'error',
  info: 'info',
  trace: 'debug',
  warning: 'warning',
};

function describeValue({
  type,
  value,
  unserializableValue,
  description,
  preview,
}: Protocol.Runtime.RemoteObject): string {
  if (type === 'string') return String(value);
  if (unserializableValue !== undefined) return unserializableValue;
  if (preview !== undefined && preview.properties.length > 0) {
    const inside = preview.properties.map(({ name, value: shown = '…' }) => `${name}: ${shown}`).join(', ');
    return `${description ?? 'Object'} { ${inside}${preview.overflow ? ', …' : ''} }`;
  }
  return description ?? (value === undefined ? type : JSON.stringify(value));
}
