/** What may happen meanwhile: workers die, servers end, people take over, others want the same browser. */
import { startAgent } from './support/agent.ts';
import { startChrome } from './support/chrome.ts';
import { expect, test } from './support/test.ts';

test('a hidden tab is driven while the person looks at another one @full', async ({ open, chrome }) => {
  const front = () =>
    chrome.inWorker<number[]>(`chrome.tabs.query({ active: true }).then((tabs) => tabs.map(({ id }) => id))`);
  const before = await front();
  const tab = await open('/forms');
  expect(before).not.toContain(tab.id);
  await tab.must('browser_click', { selector: 'button' });
  await tab.must('browser_type', { selector: '#keys', text: 'hidden' });
  await tab.must('browser_screenshot');
  expect(await tab.run('document.activeElement.value')).toBe('hidden');
  expect(await front()).toEqual(before);
});

test('after a worker is killed, what only reads is answered, and the rest is missed in words', async ({
  open,
  chrome,
  serving,
}) => {
  const tab = await open('/forms');
  const ref = await tab.refOf('Send');
  const waiting = tab.do('browser_wait_for', { text: 'Late words', timeoutMs: 20_000 });
  const running = tab.do('browser_execute_js', { code: 'new Promise(() => undefined)', timeoutMs: 20_000 });
  await expect.poll(async () => (await health(serving.url)).commandsUnderWay).toBe(2);
  await chrome.killWorker();
  expect((await running).text).toContain('The browser disconnected before it answered');
  await tab.must('browser_execute_js', { code: `document.body.append('Late words')` });
  expect((await waiting).isError).toBe(false);
  // The page was not touched by it: even refs still stand for what they stood for.
  await tab.must('browser_click', { ref });
});

test('a server that was restarted is found again, with its tabs as they were', async ({ open, serving }) => {
  const tab = await open('/forms');
  await tab.must('browser_type', { selector: '#keys', text: 'kept' });
  await serving.stop();
  await serving.start();
  await expect.poll(() => serving.isConnected(), { timeout: 20_000 }).toBe(true);
  await using again = await startAgent(serving.url);
  const { text } = await again.call('browser_get_accessibility_tree', { tab_id: tab.id, find: 'Keys' });
  expect(text).toContain('="kept"');
});

test('two agents work in two tabs at once, and one after the other in the same', async ({
  open,
  serving,
}) => {
  await using other = await startAgent(serving.url, 'another');
  const [mine, theirs] = [await open('/forms'), await open('/forms')];
  const type = (id: number, text: string) =>
    other.call('browser_type', { tab_id: id, selector: '#keys', text, delay: 10 });
  await Promise.all([
    mine.must('browser_type', { selector: '#keys', text: 'mine', delay: 10 }),
    type(theirs.id, 'theirs'),
  ]);
  expect([await mine.run('keys.value'), await theirs.run('keys.value')]).toEqual(['mine', 'theirs']);
  await Promise.all([
    mine.must('browser_type', { selector: '#keys', text: 'AAAA', delay: 5 }),
    type(mine.id, 'BBBB'),
  ]);
  expect(await mine.run('keys.value')).toMatch(/^mine(AAAABBBB|BBBBAAAA)$/);
});

test('nothing more is typed once the agent has cancelled its call', async ({ open, agent }) => {
  const tab = await open('/forms');
  const cancel = new AbortController();
  const typing = agent
    .call(
      'browser_type',
      { tab_id: tab.id, selector: '#keys', text: 'x'.repeat(100), delay: 50 },
      cancel.signal,
    )
    .catch(() => null);
  await expect.poll(() => chromeSees(tab.id, agent)).toBe(true);
  cancel.abort();
  await typing;
  // The commands of a tab run one after the other, so these are answered when no key is to come any more.
  const typed = String(await tab.run('keys.value')).length;
  expect(typed).toBeLessThan(100);
  await tab.must('browser_press_key', { key: 'End' });
  expect(String(await tab.run('keys.value'))).toHaveLength(typed);
});

test('a tab that the person takes back is theirs until they hand it over, whatever happens to the worker', async ({
  open,
  chrome,
  serving,
}) => {
  const tab = await open('/forms');
  const ask = (type: string) =>
    chrome.inPopup(`chrome.runtime.sendMessage({ type: '${type}', tabId: ${tab.id} })`);
  const waiting = tab.do('browser_wait_for', { text: 'never', timeoutMs: 20_000 });
  await expect.poll(async () => (await health(serving.url)).commandsUnderWay).toBe(1);
  await ask('popup:take-back');
  expect((await waiting).text).toContain('took tab');
  expect((await tab.do('browser_click', { selector: 'button' })).text).toContain('took tab');
  await chrome.killWorker();
  await chrome.inPopup(`chrome.runtime.sendMessage({ type: 'popup:look' })`);
  await expect.poll(() => serving.isConnected()).toBe(true);
  expect((await tab.do('browser_click', { selector: 'button' })).text).toContain('took tab');
  await ask('popup:give');
  await tab.must('browser_click', { selector: 'button' });
});

test(
  'a second browser is refused, told which one is there, and let in when it has left',
  { tag: '@full' },
  async ({ serving, chrome, agent }) => {
    const connection = { url: serving.url, key: serving.key };
    await using second = await startChrome();
    await second.connectTo(connection);
    const state = () =>
      second.inPopup<{ socket: { name: string; message?: string } }>(
        `chrome.runtime.sendMessage({ type: 'popup:look' })`,
      );
    // In one look: it tries again by itself, and has no message while it does.
    await expect
      .poll(async () => (await state()).socket)
      .toMatchObject({ name: 'refused', message: expect.stringContaining('Another browser is connected') });
    expect((await agent.call('browser_get_tabs')).isError).toBe(false);
    await chrome.connectTo(null);
    await expect.poll(async () => (await state()).socket.name, { timeout: 40_000 }).toBe('connected');
    await second.connectTo(null);
    await chrome.connectTo(connection);
  },
);

test('nothing is attached to a tab that no agent asked for, nor to any once the server is gone', async ({
  open,
  chrome,
  serving,
}) => {
  const driven = () =>
    chrome.inWorker<number[]>(
      `chrome.debugger.getTargets().then((all) => all.filter(({ attached, type }) => attached && type === 'page').map(({ tabId }) => tabId))`,
    );
  const tab = await open('/forms');
  expect(await driven()).toEqual([tab.id]);
  await serving.stop();
  await expect.poll(driven).toEqual([]);
  await serving.start();
  await expect.poll(() => serving.isConnected(), { timeout: 20_000 }).toBe(true);
});

async function health(url: string): Promise<{ commandsUnderWay: number }> {
  return (await (await fetch(`${url}/health`)).json()) as { commandsUnderWay: number };
}

/** The tab is listed as driven. */
async function chromeSees(
  id: number,
  agent: { call: (tool: string) => Promise<{ data: Record<string, unknown> }> },
) {
  const { data } = await agent.call('browser_get_tabs');
  return (data.tabs as { tab_id: number; driven: boolean }[]).some((tab) => tab.tab_id === id && tab.driven);
}
