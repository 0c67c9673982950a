import type { Change } from '@annotate-mcp/core';

import { fitting } from './view.ts';

const mostRemembered = 200;

/**
 * What lists say of the annotations that changed last. Not everything that is stored is in a list: the page's picture from
 * before a change, which follows most comments, is no reason to wake an agent.
 */
export class ListedContent {
  readonly #texts = new Map<string, string>();

  /** Whether a list shows the annotation in another way than after its last change. */
  hasChanged({ type, annotation }: Change): boolean {
    const { id } = annotation;
    const before = this.#texts.get(id);
    this.#texts.delete(id);
    if (type === 'removed') return true;
    const text = JSON.stringify(fitting([annotation]));
    this.#texts.set(id, text);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > mostRemembered && oldest !== undefined) this.#texts.delete(oldest);
    return text !== before;
  }

  /** To be called when changes were missed. */
  forget(): void {
    this.#texts.clear();
  }
}
