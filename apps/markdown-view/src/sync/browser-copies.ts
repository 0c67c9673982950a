/**
 * Copies in this browser of what the server may not have yet. Frames of MCP hosts mostly have no storage; there the
 * server's copy is the only one.
 */
import { isRecord } from '@annotate-mcp/core';
import type { CommentInput } from '@annotate-mcp/markdown';

export interface BrowserCopies {
  saveDraft(comment: CommentInput): void;
  removeDraft(id: string): void;
  /** The drafts that an earlier instance of the view could not bring to the server. */
  drafts(): CommentInput[];
  /** The text of a reply or edit field; `null` removes it. */
  saveFieldText(key: string, text: string | null): void;
  fieldTexts(): Map<string, string>;
  /** A setting that is the same for all documents. */
  setting(name: string): string | null;
  saveSetting(name: string, value: string): void;
}

export function createBrowserCopies(storage: Storage | null, file: string): BrowserCopies {
  const draftPrefix = `annotate:md:draft:${file}:`;
  const fieldPrefix = `annotate:md:kept:${file}:`;
  return {
    saveDraft: (comment) => write(storage, draftPrefix + comment.id, JSON.stringify(comment)),
    removeDraft: (id) => write(storage, draftPrefix + id, null),
    drafts: () =>
      entries(storage, draftPrefix).flatMap(([key, value]) => {
        const comment = valueOrNull((): unknown => JSON.parse(value));
        if (isCommentInput(comment)) return [comment];
        write(storage, key, null);
        return [];
      }),
    saveFieldText: (key, text) => write(storage, fieldPrefix + key, text),
    fieldTexts: () =>
      new Map(entries(storage, fieldPrefix).map(([key, value]) => [key.slice(fieldPrefix.length), value])),
    setting: (name) => valueOrNull(() => storage?.getItem(settingPrefix + name) ?? null),
    saveSetting: (name, value) => write(storage, settingPrefix + name, value),
  };
}

const settingPrefix = 'annotate:md:setting:';

/** `null` where the browser forbids storage: reading the property throws there. */
export function pageStorage(): Storage | null {
  return valueOrNull(() => globalThis.localStorage);
}

/** Kept while the tab is open. */
export function tabStorage(): Storage | null {
  return valueOrNull(() => globalThis.sessionStorage);
}

function isCommentInput(value: unknown): value is CommentInput {
  return (
    isRecord(value) &&
    typeof value.id === 'string' &&
    typeof value.text === 'string' &&
    isRecord(value.anchor) &&
    'quote' in value.anchor &&
    (value.pictures === undefined ||
      (Array.isArray(value.pictures) && value.pictures.every((name) => typeof name === 'string'))) &&
    (value.suggestion === undefined ||
      (isRecord(value.suggestion) && typeof value.suggestion.replacement === 'string'))
  );
}

function entries(storage: Storage | null, prefix: string): [key: string, value: string][] {
  const keys = valueOrNull(() =>
    Array.from({ length: storage?.length ?? 0 }, (_, at) => storage?.key(at) ?? ''),
  );
  return (keys ?? [])
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => {
      const value = valueOrNull(() => storage?.getItem(key) ?? null);
      return value === null ? [] : [[key, value] as [string, string]];
    });
}

function write(storage: Storage | null, key: string, value: string | null): void {
  valueOrNull(() => (value === null ? storage?.removeItem(key) : storage?.setItem(key, value)));
}

function valueOrNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    // Storage is forbidden or full, or the text is not ours. The state has the text and sends it to the server.
    return null;
  }
}

/** Takes the place of a browser's storage where it is forbidden: what is kept lasts as long as the page. */
export class MemoryStorage implements Storage {
  readonly #values = new Map<string, string>();

  get length(): number {
    return this.#values.size;
  }

  key(index: number): string | null {
    return [...this.#values.keys()][index] ?? null;
  }

  getItem(key: string): string | null {
    return this.#values.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.#values.set(key, value);
  }

  removeItem(key: string): void {
    this.#values.delete(key);
  }

  clear(): void {
    this.#values.clear();
  }
}
