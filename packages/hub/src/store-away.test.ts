/** A hub of a dev server while the PostgreSQL of its store is away, from its start and later. */
import { expect, it, onTestFinished } from 'vitest';

import type { HubMessage } from '@annotate-mcp/core';
import { startPostgres } from '@annotate-mcp/store/testing/postgres-server';

import { openProjectHub } from './project-hub.ts';
import { temporaryFolder } from './testing/hub-server.ts';
import { payload, TestTab } from './testing/tab.ts';

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('a picture')]);
const isError = ({ type }: { type: string }) => type === 'error';
const create = (n: number) => ({ type: 'annotation:create', payload: payload(n) }) as const;

async function startAway() {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.stop());
  await postgres.kill();
  const errors: unknown[] = [];
  const { hub, close } = await openProjectHub(`${postgres.url()}?project=shop`, {
    projectRoot: temporaryFolder(),
    onError: (error) => errors.push(error),
  });
  onTestFinished(() => close());
  const { url } = await hub.listen({ port: 0, graceMs: 0 });
  const open = () => TestTab.open(`${url}/__annotate`);
  /** The socket of a page that connects again until the store is back. */
  const connectAgain = async (): Promise<TestTab> => {
    for (;;) {
      const tab = await open();
      const isBack = await tab.resume().then(
        () => true,
        () => false,
      );
      if (isBack) return tab;
    }
  };
  const upload = () =>
    fetch(`${url}/__annotate/api/attachments`, {
      method: 'POST',
      headers: { 'Content-Type': 'image/png', Origin: url },
      body: png,
    });
  return { postgres, errors, url, open, connectAgain, upload, hub };
}

/** What a page shows that has applied all that it received: the list, and the changes since. */
function idsIn(messages: readonly HubMessage[]): string[] {
  const ids = messages.flatMap((message) => {
    if (message.type === 'annotations:sync') return message.annotations.map(({ id }) => id);
    return message.type === 'annotation:created' ? [message.annotation.id] : [];
  });
  return [...new Set(ids)];
}

it('serves its script, tells pages to come back, and stores what they send then, once', async () => {
  const { postgres, errors, url, hub, open, connectAgain, upload } = await startAway();
  expect((await fetch(`${url}${hub.scriptPath}`)).status).toBe(200);
  const early = await open();
  await expect(early.resume()).rejects.toThrow('closed');
  expect(early.received.find(isError)).toMatchObject({
    code: 'store/away',
    message: expect.stringContaining('cannot be reached') as unknown,
  });
  expect(await early.closed).toBe(1013);
  const refused = await upload();
  expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'store/away' }]);
  // Each part of the hub has noticed it.
  expect(errors).toHaveLength(1);

  await postgres.start();
  const first = await connectAgain();
  expect(await first.request(create(5))).toMatchObject({ type: 'message:done' });
  expect((await upload()).status).toBe(201);

  await postgres.kill();
  // The hub notices it without being asked.
  expect(await first.closed).toBe(1013);
  await postgres.start();
  const second = await connectAgain();
  // A page does not know whether the answer or the message was lost, and sends it again.
  for (const n of [5, 6]) expect(await second.request(create(n))).toMatchObject({ type: 'message:done' });
  const last = await open();
  const synced = await last.resume();
  await expect.poll(() => idsIn([...synced, ...last.received])).toEqual([payload(5).id, payload(6).id]);
  expect(errors.length).toBeLessThan(5);
});
