/** An agent that waits for the comments of one page over MCP, and resolves each. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { z } from 'zod';

import type { PagePlace } from './page.ts';

const resultSchema = z.object({
  structuredContent: z.object({ annotations: z.array(z.object({ id: z.string() })) }),
  isError: z.boolean().optional(),
});

export class Agent {
  /** When each annotation arrived; every arrival counts. */
  readonly arrivals: { readonly id: string; readonly at: number }[] = [];
  readonly #client: Client;
  readonly #ending = new AbortController();
  #working: Promise<void> = Promise.resolve();

  static async connect({ url, project, token }: PagePlace): Promise<Agent> {
    const client = new Client({ name: 'bench', version: '1' });
    const headers = { authorization: `Bearer ${token}` };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${url}/p/${project}/mcp`), { requestInit: { headers } }),
    );
    return new Agent(client);
  }

  private constructor(client: Client) {
    this.#client = client;
  }

  /** Begins; what fails is thrown by `end`. */
  workFor(pageSession: string): void {
    this.#working = this.#work(pageSession);
    this.#working.catch(() => this.#ending.abort());
  }

  async end(): Promise<void> {
    this.#ending.abort();
    await this.#working;
    await this.#client.close();
  }

  async #work(sessionId: string): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      const found = await this.#call('watch_annotations', { sessionId, timeoutMs: 50_000 }).catch(
        (error: unknown) => {
          if (signal.aborted) return [];
          throw error;
        },
      );
      const at = performance.now();
      for (const { id } of found) this.arrivals.push({ id, at });
      for (const { id } of found) await this.#client.callTool({ name: 'resolve', arguments: { id } });
    }
  }

  async #call(name: string, input: Record<string, unknown>): Promise<{ id: string }[]> {
    const { signal } = this.#ending;
    const answer = await this.#client.callTool({ name, arguments: input }, { signal });
    return resultSchema.parse(answer).structuredContent.annotations;
  }
}
