/** What a list has after another answer of the server, and when the server is asked again. */
import type { ListAnswer } from '@annotate-mcp/team/answers';

import type { OpenProject } from '../state.ts';

export type Listed = Pick<OpenProject, 'listed' | 'next'>;

/** What is listed beyond the portion that was read stays below it. */
export function withRest(
  ids: readonly string[],
  read: { limit: number; next: string | null },
  open: Listed,
): Listed {
  const rest = (open.listed ?? []).slice(read.limit);
  if (rest.length === 0 || read.next === null) return { listed: ids, next: read.next };
  return { listed: union(ids, rest), next: open.next };
}

export function union(first: readonly string[], second: readonly string[]): string[] {
  return [...new Set([...first, ...second])];
}

/** Of the annotations of an answer, only that answer says which are unread. */
export function withUnread(
  before: ReadonlySet<string>,
  { annotations, unread }: ListAnswer,
): ReadonlySet<string> {
  const told = new Set(annotations.map(({ id }) => id));
  return new Set([...[...before].filter((id) => !told.has(id)), ...unread]);
}

/** Runs `reload` a moment after something happened, once for many events, and never twice at the same time. */
interface Reloader {
  readonly soon: () => void;
  readonly close: () => void;
}

const pauseMs = 250;

export function createReloader(reload: () => Promise<void>): Reloader {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let isClosed = false;

  function soon(): void {
    if (isClosed || timer !== undefined) return;
    timer = setTimeout(() => void run(), pauseMs);
  }

  async function run(): Promise<void> {
    // What happens while it runs is read after it, by a run of its own.
    await running;
    timer = undefined;
    running = isClosed ? null : reload();
    await running;
  }

  return {
    soon,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
