/** What another user of this machine can do with a dev server: nothing without the token, and with it no more than a visitor. */
import { expect, it } from 'vitest';

import { uuidOf } from '@annotate-mcp/core/testing';
import { forwardAsOtherUser } from '@annotate-mcp/http/testing/other-user';

import { startApp } from './testing/hub-process.ts';
import { startHub } from './testing/hub-server.ts';
import { payload, TestTab } from './testing/tab.ts';

const token = 'q1W2e3R4t5Y6u7I8o9P0';
const json = { 'content-type': 'application/json' };

it('another user writes and reads nothing, and is told how to get in', async (context) => {
  const { url, port, store } = await startHub();
  const theirs = `http://127.0.0.1:${await forwardAsOtherUser(port, context)}`;
  const post = (to: string, n: number) =>
    fetch(`${to}/__annotate/api/annotations`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify(payload(n)),
    });
  const refused = await post(theirs, 5);
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({
    code: 'token/not-set-up',
    error: expect.stringContaining('another user of this machine') as string,
    hint: expect.stringContaining('option "token"') as string,
  });
  for (const path of ['api/annotations', 'api/export', 'manifest', 'overlay.js']) {
    expect((await fetch(`${theirs}/__annotate/${path}`)).status).toBe(403);
  }
  await expect(TestTab.open(`${theirs}/__annotate`)).rejects.toThrow('403');
  expect(await store.count()).toBe(0);
  expect((await post(url, 5)).status).toBe(201);
  await (await TestTab.open(`${url}/__annotate`)).resume();
});

it('another user gets nothing through the process of a hub either', async (context) => {
  const { hub, url, openTab } = await startApp();
  const { port } = await hub.listen({ port: 0 });
  const theirs = `http://127.0.0.1:${await forwardAsOtherUser(port, context)}`;
  for (const path of ['api/annotations', 'api/export', 'manifest', 'overlay.js']) {
    expect((await fetch(`${theirs}/__annotate/${path}`)).status).toBe(403);
    expect((await fetch(`${url}/__annotate/${path}`)).status).toBe(200);
  }
  await expect(TestTab.open(`${theirs}/__annotate`)).rejects.toThrow('403');
  await openTab();
});

it('another user with the token is a visitor', async (context) => {
  const { connect, port } = await startHub({ guard: { token } });
  const owner = await connect();
  await owner.resume({ authorSecret: uuidOf(1) });
  await owner.request({ type: 'annotation:create', payload: payload(5) });
  const theirs = `http://127.0.0.1:${await forwardAsOtherUser(port, context)}/__annotate`;
  await expect(TestTab.open(theirs)).rejects.toThrow('401');
  const visitor = await TestTab.open(theirs, { protocols: ['annotate', `annotate-key.${token}`] });
  await visitor.resume({ authorSecret: uuidOf(2) });
  expect(await visitor.request({ type: 'annotation:delete', id: uuidOf(5) })).toMatchObject({
    code: 'lifecycle/not-allowed',
  });
  expect(await visitor.request({ type: 'annotation:create', payload: payload(6) })).toMatchObject({
    type: 'message:done',
  });
});
