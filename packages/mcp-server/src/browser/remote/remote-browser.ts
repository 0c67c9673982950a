/** The person's browser, through the bridge of this user, which may run in another process. */
import type { CommandType, ParamsOf, ResultOf } from '@annotate-mcp/browser-protocol';
import { commands } from '@annotate-mcp/browser-protocol/schema';
import { isOlderVersion } from '@annotate-mcp/core/version';

import type { Browser, CommandCall } from '../context.ts';

import { AgentConnection, type BridgeAddress } from './agent-connection.ts';

export interface RemoteBrowserOptions {
  readonly version: string;
  /** Finds the bridge that runs, or starts one. Rejects only with an `AnnotateError`. */
  readonly findBridge: () => Promise<BridgeAddress>;
}

/** A bridge may end between the moment when it is found and the connection: then another one is looked for. */
const attempts = 3;

export class RemoteBrowser implements Browser {
  readonly #options: RemoteBrowserOptions;
  #connecting: Promise<AgentConnection> | null = null;
  #isClosed = false;

  constructor(options: RemoteBrowserOptions) {
    this.#options = options;
  }

  async run<Type extends CommandType>(
    type: Type,
    params: ParamsOf<Type>,
    call: CommandCall,
  ): Promise<ResultOf<Type>> {
    const connection = await this.#connection();
    try {
      return await connection.run(type, params, call);
    } catch (error) {
      // Anything else may have been done already.
      const mayRepeat = connection.hasEnded && !this.#isClosed && commands[type].repeatable;
      if (!mayRepeat) throw error;
    }
    return (await this.#connection()).run(type, params, call);
  }

  /** Leaves the bridge, which ends when this was its last client. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const connection = await this.#connecting?.catch(() => null);
    connection?.close();
  }

  /** One connection for all calls. After it has ended, or could not be made, the next call makes another one. */
  async #connection(): Promise<AgentConnection> {
    const connecting = (this.#connecting ??= this.#connect(attempts));
    try {
      const connection = await connecting;
      if (!connection.hasEnded) return connection;
    } catch (error) {
      if (this.#connecting === connecting) this.#connecting = null;
      throw error;
    }
    if (this.#connecting === connecting) this.#connecting = null;
    return this.#connection();
  }

  async #connect(left: number): Promise<AgentConnection> {
    const { version, findBridge } = this.#options;
    const connection = await AgentConnection.open(await findBridge(), version, {
      mayRetry: left > 1,
    });
    if (connection === null) return this.#connect(left - 1);
    const { shared, others, version: theirs } = connection.bridge;
    if (!shared || others > 0 || !isOlderVersion(theirs, version)) return connection;
    // A bridge of an older release that no other agent uses: this release starts its own.
    await connection.makeWay();
    return left > 1 ? this.#connect(left - 1) : connection;
  }
}
