/** What this browser keeps until the server has it. Frames of MCP hosts mostly have no storage: then the server's copy is the only one. */
import type { CommentInput } from '@annotate-mcp/markdown';

export interface Shelf {
  put(comment: CommentInput): void;
  remove(id: string): void;
  /** What an earlier copy of the view left behind. */
  comments(): CommentInput[];
  keep(key: string, text: string | null): void;
  kept(): Map<string, string>;
  /** Of every file. */
  setting(name: string): string | null;
  set(name: string, value: string): void;
}

export function createShelf(storage: Storage | null, file: string): Shelf {
  const drafts = `annotate:md:draft:${file}:`;
  const texts = `annotate:md:kept:${file}:`;
  return {
    put: (comment) => write(storage, drafts + comment.id, JSON.stringify(comment)),
    remove: (id) => write(storage, drafts + id, null),
    comments: () =>
      entries(storage, drafts).flatMap(([key, value]) => {
        const comment = parsed(value);
        if (isComment(comment)) return [comment];
        write(storage, key, null);
        return [];
      }),
    keep: (key, text) => write(storage, texts + key, text),
    kept: () => new Map(entries(storage, texts).map(([key, value]) => [key.slice(texts.length), value])),
    setting: (name) => allowed(() => storage?.getItem(settings + name) ?? null),
    set: (name, value) => write(storage, settings + name, value),
  };
}

const settings = 'annotate:md:setting:';

/** Merely asking for it throws where it is forbidden. */
export function pageStorage(): Storage | null {
  return allowed(() => globalThis.localStorage);
}

function isComment(value: unknown): value is CommentInput {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'id' in value &&
    typeof value.id === 'string' &&
    'text' in value &&
    typeof value.text === 'string' &&
    'anchor' in value &&
    typeof value.anchor === 'object' &&
    value.anchor !== null &&
    'quote' in value.anchor
  );
}

function entries(storage: Storage | null, prefix: string): [key: string, value: string][] {
  const keys = allowed(() => Array.from({ length: storage?.length ?? 0 }, (_, at) => storage?.key(at) ?? ''));
  return (keys ?? [])
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => {
      const value = allowed(() => storage?.getItem(key) ?? null);
      return value === null ? [] : [[key, value] as [string, string]];
    });
}

function write(storage: Storage | null, key: string, value: string | null): void {
  allowed(() => (value === null ? storage?.removeItem(key) : storage?.setItem(key, value)));
}

function parsed(text: string): unknown {
  return allowed((): unknown => JSON.parse(text));
}

function allowed<T>(ask: () => T): T | null {
  try {
    return ask();
  } catch {
    // Forbidden, full, or not what we wrote: the text is in the state and on its way to the server all the same.
    return null;
  }
}
