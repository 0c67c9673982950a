/** Serves the view for browser tabs, for clients that do not show it themselves. What it answers is view-handler.ts. */
import type { Listener } from '@annotate-mcp/http';

import { toRefusal } from '../../errors.ts';
import type { View } from '../views/view.ts';

import { EntryCodes } from './entry-codes.ts';
import type { ViewHandlerDeps } from './view-handler.ts';

const prefix = '/review';
/** What ends a review is a request, whose answer is still being prepared then. On a busy machine that takes seconds. */
const graceMs = 5_000;

type ViewServerDeps = Omit<ViewHandlerDeps, 'codes'>;

/** One listener on the loopback address for all views of a process, started when it is first needed. */
export class ViewServer {
  readonly #deps: ViewServerDeps;
  readonly #codes = new EntryCodes();
  #listener: Promise<Listener> | null = null;
  #isClosed = false;

  constructor(deps: ViewServerDeps) {
    this.#deps = deps;
  }

  /**
   * A new address, which opens the view in one tab: it ends with a code, in the part that browsers do not send. The tab
   * exchanges the code for the view's token.
   */
  async createUrl({ id }: View): Promise<string> {
    const { url } = await this.#listen();
    return `${url}${prefix}/${id}/#${this.#codes.create(id)}`;
  }

  /** Close the views first: that answers their polls. */
  async close(): Promise<void> {
    this.#isClosed = true;
    // A listener that could not be started needs no closing.
    const listener = await this.#listener?.catch(() => null);
    await listener?.close();
  }

  async #listen(): Promise<Listener> {
    if (this.#isClosed) throw new Error('The review has ended.');
    this.#listener ??= this.#start();
    try {
      return await this.#listener;
    } catch (error) {
      // The next call tries again.
      this.#listener = null;
      throw error;
    }
  }

  /** HTTP is loaded with the first tab that is shown: most servers never show one. */
  async #start(): Promise<Listener> {
    const { createRouter, listen } = await import('@annotate-mcp/http');
    const { createViewHandler } = await import('./view-handler.ts');
    const { debug } = this.#deps;
    const router = createRouter({
      routes: [
        { prefix, policy: 'review', handle: createViewHandler({ ...this.#deps, codes: this.#codes }) },
      ],
      onError: (error) => debug(`review page: ${toRefusal(error).error}`),
    });
    return listen(router, { port: 0, host: '127.0.0.1', graceMs });
  }
}
