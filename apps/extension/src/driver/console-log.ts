import type { Protocol } from 'devtools-protocol';

import type { ConsoleEntry, ConsoleLevel, ParamsOf, ResultOf } from '@annotate-mcp/browser-protocol';

import { hideSecrets } from '../secrets/hide-secrets.ts';

import type { Cdp } from './cdp.ts';
import { isSince, RingBuffer } from './ring-buffer.ts';

const maxChars = 2_000;
/** Kept beyond what is shown: what is cut off inside of a secret must not be its beginning. */
const maskedBeyond = 1_000;

/** Messages of the page and of the browser in the console. */
export class ConsoleLog {
  readonly #entries = new RingBuffer<ConsoleEntry>(1_000);

  constructor(cdp: Cdp) {
    cdp.on('Runtime.consoleAPICalled', ({ type, args, timestamp, stackTrace }) => {
      const [top] = stackTrace?.callFrames ?? [];
      this.#add(levels[type] ?? 'log', args.map(describeValue).join(' '), timestamp, top);
    });
    cdp.on('Runtime.exceptionThrown', ({ timestamp, exceptionDetails }) => {
      const { text, exception, url, lineNumber, columnNumber } = exceptionDetails;
      const message =
        exception?.description ?? `${text} ${exception === undefined ? '' : describeValue(exception)}`;
      this.#add('error', message, timestamp, { url: url ?? '', lineNumber, columnNumber });
    });
    cdp.on('Log.entryAdded', ({ entry: { level, text, timestamp, url = '', lineNumber = 0 } }) => {
      this.#add(level === 'verbose' ? 'debug' : level, text, timestamp, { url, lineNumber, columnNumber: 0 });
    });
  }

  page(
    { after, since, levels: wanted, find, limit }: ParamsOf<'get_console'>,
    mask: (text: string) => string,
  ): ResultOf<'get_console'> {
    const text = find?.toLowerCase();
    const matches = (entry: ConsoleEntry) =>
      wanted.includes(entry.level) &&
      isSince(entry, since) &&
      (text === undefined || entry.text.toLowerCase().includes(text));
    const { entries, ...rest } = this.#entries.page(after, limit, matches);
    const masked = entries.map((entry) => ({
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

  #add(level: ConsoleLevel, text: string, timestamp: number, at: SourcePosition | undefined): void {
    this.#entries.add((seq) => ({
      seq,
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
