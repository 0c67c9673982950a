/** Serves the view for browser tabs, for clients that do not show it themselves. What it answers is view-handler.ts. */
import { isIP } from 'node:net';

import type { GuardOptions, Listener } from '@annotate-mcp/http';

import { toRefusal } from '../../errors.ts';
import type { View } from '../views/view.ts';

import { EntryCodes } from './entry-codes.ts';
import type { ViewHandlerDeps } from './view-handler.ts';

const prefix = '/review';
/** What ends a review is a request, whose answer is still being prepared then. On a busy machine that takes seconds. */
const graceMs = 5_000;

/** Where the tabs of reviews are served; any free port of the loopback address unless given. */
export interface ViewAddress {
  port?: number | undefined;
  /** Another address than loopback opens the reviews of this process to other machines. */
  host?: string | undefined;
}

interface ViewServerDeps extends Omit<ViewHandlerDeps, 'codes'> {
  address?: ViewAddress | undefined;
}

/** One listener for all views of a process, started when it is first needed. */
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
    const { debug, address: { port = 0, host = loopback } = {} } = this.#deps;
    const router = createRouter({
      routes: [
        { prefix, policy: 'review', handle: createViewHandler({ ...this.#deps, codes: this.#codes }) },
      ],
      ...guardOf(host),
      onError: (error) => debug(`review page: ${toRefusal(error).error}`),
    });
    return listen(router, { port, host, graceMs });
  }
}

const loopback = '127.0.0.1';

function guardOf(host: string): GuardOptions {
  if (['localhost', loopback, '::1'].includes(host)) return {};
  return { network: true, ...(isIP(host) === 0 && { allowedHosts: [host] }) };
}
