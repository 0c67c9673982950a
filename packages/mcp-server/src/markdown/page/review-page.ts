/** The view in a browser tab, for whoever has no host that shows it. What is served there is page-handler.ts. */
import type { Listener } from '@annotate-mcp/http';

import { toRefusal } from '../../errors.ts';
import type { MarkdownReview } from '../review.ts';
import type { ViewFiles } from '../view-files.ts';
import type { View } from '../views/view.ts';

const prefix = '/review';

/** One listener on the loopback address for all views of a process, made when it is first needed. */
export class ReviewPage {
  readonly #review: MarkdownReview;
  readonly #files: ViewFiles;
  #listener: Promise<Listener> | null = null;
  #isClosed = false;

  constructor(review: MarkdownReview, files: ViewFiles) {
    this.#review = review;
    this.#files = files;
  }

  /** Whoever has the address is the person: it ends with the view's token, in the part that browsers send to nobody. */
  async urlOf({ id, token }: View): Promise<string> {
    const { url } = await this.#listening();
    return `${url}${prefix}/${id}/#${token}`;
  }

  /** Polls are answered before this, when their views close. */
  async close(): Promise<void> {
    this.#isClosed = true;
    // One that could not be made has nothing to close.
    const listener = await this.#listener?.catch(() => null);
    await listener?.close();
  }

  async #listening(): Promise<Listener> {
    if (this.#isClosed) throw new Error('The review has ended.');
    this.#listener ??= this.#start();
    try {
      return await this.#listener;
    } catch (error) {
      // The next one who needs it tries again.
      this.#listener = null;
      throw error;
    }
  }

  /** HTTP is loaded with the first page that is shown: most servers never show one. */
  async #start(): Promise<Listener> {
    const { createRouter, listen } = await import('@annotate-mcp/http');
    const { pageHandler } = await import('./page-handler.ts');
    const { debug = () => undefined } = this.#review.options;
    const handle = pageHandler({ review: this.#review, files: this.#files, debug });
    const router = createRouter({
      routes: [{ prefix, policy: 'review', handle }],
      onError: (error) => debug(`review page: ${toRefusal(error).error}`),
    });
    return listen(router, { port: 0, host: '127.0.0.1', graceMs: 500 });
  }
}
