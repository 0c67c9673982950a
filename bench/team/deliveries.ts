/** When each comment was sent, confirmed and seen, and whether every page was told of every change once and in order. */
import type { HubMessage } from '@annotate-mcp/core';

import type { Project } from './measures.ts';
import type { Page } from './page.ts';

export class Deliveries {
  readonly sent = new Map<string, number>();
  /** Milliseconds from sending a comment until it was confirmed: the commit, as its author sees it. */
  readonly confirmed: number[] = [];
  /** Milliseconds from sending a comment until a page had it. */
  readonly toPage: number[] = [];
  /** Milliseconds from sending a comment until its agent had it. */
  readonly toAgent: number[] = [];
  /** The comment behind a number, read from the first page that gets it; `null` for other changes. */
  readonly #comments = new Map<string, string | null>();

  /** Sends one comment and waits until it is confirmed. */
  async comment(page: Page, id: string): Promise<void> {
    const at = performance.now();
    this.sent.set(id, at);
    await page.comment(id);
    this.confirmed.push(performance.now() - at);
  }

  readonly onChange = (project: Project, n: number, at: number, message: () => HubMessage): void => {
    const key = `${project} ${n}`;
    let id = this.#comments.get(key);
    if (id === undefined) {
      id = commentIn(message());
      this.#comments.set(key, id);
    }
    const sentAt = id === null ? undefined : this.sent.get(id);
    if (sentAt !== undefined) this.toPage.push(at - sentAt);
  };
}

function commentIn(message: HubMessage): string | null {
  return message.type === 'annotation:created' ? message.annotation.id : null;
}

/** Throws unless the page got each change from its start to `last` once and in order. */
export function requireEveryChange({ project, start, numbers }: Page, last: number): void {
  const wrong = numbers.findIndex((n, index) => n !== start + index + 1);
  if (wrong >= 0)
    throw new Error(`A page of ${project} got change ${numbers[wrong]} instead of ${start + wrong + 1}.`);
  if (start + numbers.length !== last)
    throw new Error(`A page of ${project} has changes up to ${start + numbers.length} of ${last}.`);
}
