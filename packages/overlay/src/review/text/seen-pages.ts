/** Remembers a page's text across reloads, because most edits of a source file reload the page. */
import { pageKey, type TextRange } from '@annotate-mcp/core';

import { readStoredValue } from '../../state/stored-value.ts';

import type { LastSeen } from './place-texts.ts';

export interface SeenPages {
  readonly recall: (pageUrl: string) => ReadonlyMap<string, LastSeen>;
  readonly remember: (pageUrl: string, text: string, spans: ReadonlyMap<string, TextRange>) => void;
}

const prefix = 'annotate:seen:';
// The app uses the same storage, so only a few pages of moderate length are kept.
const maxTextLength = 300_000;
const maxPages = 6;

/** Kept per tab. Without storage, text is found by its anchor alone after a reload. */
export function openSeenPages(storage: Storage | null): SeenPages {
  return {
    recall(pageUrl) {
      const record = readStoredValue(storage, prefix + pageKey(pageUrl), isStoredPage);
      if (record === null) return new Map();
      const { text } = record;
      return new Map(record.spans.map(([id, start, end]) => [id, { text, start, end }]));
    },
    remember(pageUrl, text, spans) {
      if (text.length > maxTextLength) return;
      const key = prefix + pageKey(pageUrl);
      const record: StoredPage = { text, spans: [...spans].map(([id, { start, end }]) => [id, start, end]) };
      try {
        storage?.removeItem(key);
        for (const old of keysOf(storage).slice(maxPages - 1)) storage?.removeItem(old);
        storage?.setItem(key, JSON.stringify(record));
      } catch {
        // The storage is full: the page is not remembered.
      }
    },
  };
}

interface StoredPage {
  readonly text: string;
  readonly spans: readonly (readonly [id: string, start: number, end: number])[];
}

function isStoredPage(value: unknown): value is StoredPage {
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
