import { CommandOrder } from './command-order.ts';
import type { TabMark } from './tab-mark.ts';

/** More than a picture takes. One that Chrome never answers does not hold up the next one for longer. */
const holdMs = 10_000;

/**
 * Pictures of one tab are taken one after the other: for some of them the page is drawn in another size, and each shows
 * or hides an outline, the pointer and the mark.
 */
export class TabPictures {
  readonly #mark: TabMark;
  readonly #order = new CommandOrder();

  constructor(mark: TabMark) {
    this.#mark = mark;
  }

  take<T>(work: () => Promise<T>): Promise<T> {
    return this.#order.act(async () => {
      this.#mark.beginPicture();
      try {
        return await work();
      } finally {
        this.#mark.endPicture();
      }
    }, holdMs);
  }
}
