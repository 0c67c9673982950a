/** PostgreSQL is killed under two servers with open pages: no confirmed comment is lost, and none is seen twice. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import type { Cursor, HubMessage } from '@annotate-mcp/core';
import { uuidOf } from '@annotate-mcp/core/testing';
import { payload, type TestTab } from '@annotate-mcp/hub/testing/tab';
import { type PostgresServer, startPostgres } from '@annotate-mcp/store/testing/postgres-server';

import { openTab } from '../testing/clients.ts';
import { createTeam } from '../testing/team.ts';

const rounds = process.env.ANNOTATE_TEST_FULL === '1' ? 50 : 1;
const inEach = 6;
const reconnecting = { timeout: 30_000, interval: 100 };

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

it(
  `keeps pages of both servers complete and in order when PostgreSQL is killed ${rounds} times`,
  { timeout: 900_000 },
  async () => {
    const team = await createTeam(postgres);
    const [first, second] = [await team.serve(), await team.serve()];
    const token = await team.token('reviewer');
    const open = (url: string) => Page.open(url, token);
    const [writer, near, far] = [await open(first.url), await open(first.url), await open(second.url)];
    const ids: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const sent = Array.from({ length: inEach }, (_, n) => 100 + round * inEach + n);
      ids.push(...sent.map(uuidOf));
      const answers = sent.map((n) => writer.create(n));
      await answers[0];
      await postgres.kill();
      await postgres.start();
      const done = await Promise.all(answers);
      // As the overlay does with what was not confirmed.
      for (const n of sent.filter((_, index) => done[index] !== true)) await writer.createUntilDone(n);
    }
    for (const page of [near, far]) {
      await page.untilCreated(ids.length);
      expect(page.created.map(({ annotation }) => annotation.id).sort()).toEqual([...ids].sort());
      expect(page.created.map(({ cursor }) => Number(cursor.split('.')[1]))).toEqual(
        ids.map((_, index) => index + 1),
      );
    }
  },
);

type Created = Extract<HubMessage, { type: 'annotation:created' }>;

/** A page that connects again when it was closed, as the overlay does, and goes on where it was. */
class Page {
  readonly created: Created[] = [];
  readonly #url: string;
  readonly #token: string;
  #tab: TestTab;
  #cursor: Cursor | null = null;

  static async open(url: string, token: string): Promise<Page> {
    const page = new Page(url, token, await openTab(url, token));
    await page.#resume();
    return page;
  }

  private constructor(url: string, token: string, tab: TestTab) {
    this.#url = url;
    this.#token = token;
    this.#tab = tab;
  }

  /** `false` when it was not confirmed. */
  async create(n: number): Promise<boolean> {
    const answer = this.#tab.request({ type: 'annotation:create', payload: payload(n) });
    return answer.then(
      ({ type }) => type === 'message:done',
      () => false,
    );
  }

  async createUntilDone(n: number): Promise<void> {
    while (!(await this.create(n))) await this.#connectAgain();
  }

  async untilCreated(count: number): Promise<void> {
    while (this.created.length < count) {
      try {
        this.#take([await this.#tab.next('annotation:created')]);
      } catch {
        await this.#connectAgain();
      }
    }
  }

  async #connectAgain(): Promise<void> {
    this.#take(this.#tab.received.splice(0));
    this.#tab.socket.terminate();
    // It may be closed once more while the server connects to the database.
    await vi.waitFor(async () => {
      this.#tab = await openTab(this.#url, this.#token);
      await this.#resume();
    }, reconnecting);
  }

  async #resume(): Promise<void> {
    this.#take(await this.#tab.resume(this.#cursor === null ? {} : { cursor: this.#cursor }));
  }

  #take(messages: readonly HubMessage[]): void {
    for (const message of messages) {
      if ('cursor' in message) this.#cursor = message.cursor;
      if (message.type === 'annotation:created') this.created.push(message);
    }
  }
}
