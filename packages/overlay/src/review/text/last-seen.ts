/** What a page said when its texts were last found, for after a reload: most edits of a source end in one. */
import type { TextRange } from '@annotate-mcp/core';

import { pageKey } from '../../state/page-key.ts';

import type { LastSeen } from './place-texts.ts';

export interface Seen {
  readonly recall: (pageUrl: string) => ReadonlyMap<string, LastSeen>;
  readonly note: (pageUrl: string, text: string, spans: ReadonlyMap<string, TextRange>) => void;
}

const prefix = 'annotate:seen:';
// The storage is the app's as well: a few pages, and none that is a book.
const longest = 300_000;
const mostPages = 6;

/** Of this tab. A storage that is full or forbidden means that edits are guessed after a reload, and nothing else. */
export function openSeen(storage: Storage | null): Seen {
  return {
    recall(pageUrl) {
      const record = read(storage, prefix + pageKey(pageUrl));
      if (record === null) return new Map();
      const { text } = record;
      return new Map(record.spans.map(([id, start, end]) => [id, { text, start, end }]));
    },
    note(pageUrl, text, spans) {
      if (text.length > longest) return;
      const key = prefix + pageKey(pageUrl);
      const record: Noted = { text, spans: [...spans].map(([id, { start, end }]) => [id, start, end]) };
      try {
        storage?.removeItem(key);
        for (const old of keysOf(storage).slice(mostPages - 1)) storage?.removeItem(old);
        storage?.setItem(key, JSON.stringify(record));
      } catch {
        // Full: as if it had never been noted.
      }
    },
  };
}

interface Noted {
  readonly text: string;
  readonly spans: readonly (readonly [id: string, start: number, end: number])[];
}

function read(storage: Storage | null, key: string): Noted | null {
  try {
    const value: unknown = JSON.parse(storage?.getItem(key) ?? 'null');
    return isRecord(value) ? value : null;
  } catch {
    // Not what we wrote.
    return null;
  }
}

function isRecord(value: unknown): value is Noted {
  if (typeof value !== 'object' || value === null || !('text' in value) || !('spans' in value)) return false;
  const { text, spans } = value;
  return (
    typeof text === 'string' &&
    Array.isArray(spans) &&
    spans.every(
      (span: unknown) =>
        Array.isArray(span) &&
        typeof span[0] === 'string' &&
        typeof span[1] === 'number' &&
        typeof span[2] === 'number',
    )
  );
}

function keysOf(storage: Storage | null): string[] {
  const all = Array.from({ length: storage?.length ?? 0 }, (_, at) => storage?.key(at) ?? '');
  return all.filter((key) => key.startsWith(prefix));
}
