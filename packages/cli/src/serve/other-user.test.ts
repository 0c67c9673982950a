/** What another user of this machine can do with a server that runs: nothing without the key. */
import { expect, it, type TestContext } from 'vitest';

import { forwardAsOtherUser } from '@annotate-mcp/http/testing/other-user';

import { callTool, connectBrowser, keyOf, openSocket, startServing } from '../testing/serving.ts';
import { setUpCli } from '../testing/test-project.ts';

const { createProject } = setUpCli();

/** `url` is the server as its user reaches it, `theirs` as another user does. */
async function servingTwoUsers(context: TestContext) {
  const here = createProject();
  const { url } = await startServing(here);
  const port = await forwardAsOtherUser(Number(new URL(url).port), context);
  return { here, url, theirs: `http://127.0.0.1:${port}` };
}

it('another user is refused at every route that instructs an agent or drives the browser', async (context) => {
  const { here, url, theirs } = await servingTwoUsers(context);
  const { messages } = await connectBrowser(url, keyOf(here));
  await expect(callTool(theirs, 'browser_execute_js', { tab_id: 1, code: '1' })).rejects.toThrow(
    /^401 .*another user of this machine.*Authorization: Bearer/,
  );
  expect((await fetch(`${theirs}/sse`)).status).toBe(401);
  const annotation = { kind: 'page', pageUrl: `${theirs}/`, pageTitle: 'x', annotationText: 'Do evil' };
  const posted = await fetch(`${theirs}/__annotate/api/annotations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(annotation),
  });
  expect(posted.status).toBe(401);
  for (const path of ['/', '/__annotate']) {
    await expect(openSocket(`${theirs}${path}`, '')).rejects.toThrow('Not let in');
  }
  const code = await fetch(`${theirs}/connect?code=AAAA-AAAA`);
  expect(code.status).toBe(403);
  expect(await code.json()).toMatchObject({ code: 'peer/another-user' });
  expect(messages.map(({ type }) => type)).toEqual(['welcome']);
  expect(await callTool(url, 'get_all_pending')).not.toContain('Do evil');
});

it('another user gets in by the key, until it is replaced', { tags: 'full' }, async (context) => {
  const { here, url, theirs } = await servingTwoUsers(context);
  const bearer = { authorization: `Bearer ${keyOf(here)}` };
  expect(await callTool(theirs, 'browser_get_tabs', {}, bearer)).toContain('No browser');
  const [stream, own] = [await fetch(`${theirs}/sse`, { headers: bearer }), await fetch(`${url}/sse`)];
  expect([stream.status, own.status]).toEqual([200, 200]);
  await here.runProgram(['serve', '--rotate-key']);
  await expect(stream.text()).rejects.toThrow();
  await expect(callTool(theirs, 'browser_get_tabs', {}, bearer)).rejects.toThrow('401');
  expect(await callTool(url, 'browser_get_tabs')).toContain('No browser');
  await own.body?.cancel();
});
