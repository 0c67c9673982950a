import { tabInfo } from './tab-info.ts';

/** Whether the window of a tab shows it. Chrome is not asked again before that can have changed. */
export class TabInFront {
  readonly #tabId: number;
  #isInFront: Promise<boolean> | null = null;

  constructor(tabId: number) {
    this.#tabId = tabId;
  }

  async read(): Promise<boolean> {
    this.#isInFront ??= tabInfo(this.#tabId).then(({ active }) => active);
    try {
      return await this.#isInFront;
    } catch (error) {
      this.#isInFront = null;
      throw error;
    }
  }

  /** Must be called when a window shows another tab, and when what is known seems to be wrong. */
  forget(): void {
    this.#isInFront = null;
  }
}
