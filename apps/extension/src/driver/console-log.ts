import type { Protocol } from 'devtools-protocol';

import type {
  ConsoleEntry,
  ConsoleLevel,
  ConsoleParams,
  ConsoleResult,
} from '@annotate-mcp/browser-protocol';

import type { Cdp } from './cdp.ts';
import { Ring } from './ring.ts';

/** What the page and the browser wrote to the console. */
export class ConsoleLog {
  readonly #entries = new Ring<ConsoleEntry>(1_000);

  constructor(cdp: Cdp) {
    cdp.on('Runtime.consoleAPICalled', ({ type, args, timestamp, stackTrace }) => {
      const [top] = stackTrace?.callFrames ?? [];
      this.#add(levels[type] ?? 'log', args.map(inWords).join(' '), timestamp, top);
    });
    cdp.on('Runtime.exceptionThrown', ({ timestamp, exceptionDetails }) => {
      const { text, exception, url, lineNumber, columnNumber } = exceptionDetails;
      const said = exception?.description ?? `${text} ${exception === undefined ? '' : inWords(exception)}`;
      this.#add('error', said, timestamp, { url: url ?? '', lineNumber, columnNumber });
    });
    cdp.on('Log.entryAdded', ({ entry: { level, text, timestamp, url = '', lineNumber = 0 } }) => {
      this.#add(level === 'verbose' ? 'debug' : level, text, timestamp, { url, lineNumber, columnNumber: 0 });
    });
  }

  page({ after, levels: wanted, find, limit }: ConsoleParams): ConsoleResult {
    const text = find?.toLowerCase();
    const matches = (entry: ConsoleEntry) =>
      wanted.includes(entry.level) && (text === undefined || entry.text.toLowerCase().includes(text));
    return this.#entries.page(after, limit, matches);
  }

  #add(level: ConsoleLevel, text: string, timestamp: number, at: Place | undefined): void {
    this.#entries.add((seq) => ({
      seq,
      at: new Date(timestamp).toISOString(),
      level,
      text: text.slice(0, 2_000),
      ...(at !== undefined &&
        at.url !== '' && { source: `${at.url}:${at.lineNumber + 1}:${at.columnNumber + 1}` }),
    }));
  }
}

interface Place {
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

function inWords({
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
