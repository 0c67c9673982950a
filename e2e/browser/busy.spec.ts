/** Nothing that waits, loops or takes long holds up the other commands of a tab. */
import { expect, test } from './support/test.ts';

test('a wait holds up no other command, and ends with what they do @full', async ({ open }) => {
  const tab = await open('/busy');
  const order: string[] = [];
  const log = (name: string) => () => order.push(name);
  const waiting = tab.must('browser_wait_for', { text: 'other', selectorGone: '#loop', timeoutMs: 20_000 });
  const ended = waiting.then(log('waited'));
  for (const tool of ['browser_get_accessibility_tree', 'browser_screenshot', 'browser_get_console'])
    await tab.must(tool).then(log(tool));
  await tab.must('browser_click', { selector: '#other' }).then(log('clicked'));
  await tab.run('document.querySelector("#loop").remove()');
  await ended;
  expect(order).toEqual([
    'browser_get_accessibility_tree',
    'browser_screenshot',
    'browser_get_console',
    'clicked',
    'waited',
  ]);
});

test('a script that waits holds up nothing for long, and actions stay in order', async ({ open }) => {
  const tab = await open('/busy');
  const script = tab.must('browser_execute_js', {
    code: 'await new Promise((resolve) => { globalThis.go = resolve }); say("script")',
  });
  await tab.must('browser_get_accessibility_tree');
  const clicks = ['#other', '#other'].map((selector) => tab.must('browser_click', { selector }));
  await Promise.all(clicks);
  await tab.run('say("last"); go()');
  await script;
  expect(await tab.out()).toBe('other;other;last;script;');
});

test('a page that loops is called busy within seconds; its logs are read, and it is left', async ({
  open,
  site,
}) => {
  const tab = await open('/busy');
  await tab.must('browser_click', { selector: '#loop' });
  const answers = await Promise.all([
    tab.do('browser_get_accessibility_tree'),
    tab.do('browser_click', { selector: '#other' }),
    tab.do('browser_screenshot'),
    tab.do('browser_wait_for', { text: 'never' }),
    tab.must('browser_get_console'),
    tab.must('browser_get_network'),
  ]);
  for (const { text } of answers.slice(0, 4)) expect(text).toContain('busy');
  expect(answers[4].text).toContain('loops');
  const left = await tab.must('browser_navigate', { url: `${site.url}/second` });
  expect(left.data).toMatchObject({ title: 'Second', navigated: true });
  const back = await tab.must('browser_navigate', { action: 'back' });
  expect(back.data).toMatchObject({ url: 'about:blank' });
});

test('a page that loops is loaded again, or closed @full', async ({ open }) => {
  const tab = await open('/busy');
  await tab.must('browser_click', { selector: '#loop' });
  // The click is over before the script begins to loop.
  await expect.poll(async () => (await tab.do('browser_get_accessibility_tree')).text).toContain('busy');
  const again = await tab.must('browser_navigate', { action: 'reload' });
  expect(again.data).toMatchObject({ title: 'Busy', navigated: true });
  await tab.must('browser_click', { selector: '#loop' });
  await tab.must('browser_close_tab');
});

test('a click that keeps the page busy is answered, and the page goes on @full', async ({ open }) => {
  const tab = await open('/busy');
  const click = await tab.do('browser_click', { selector: '#now' });
  expect(click.text).toContain('The mouse events were sent');
  await tab.must('browser_wait_for', { text: 'pressed' });
});

test('a script that never ends holds up nothing after its time, also when its caller gave up @full', async ({
  open,
  agent,
}) => {
  const tab = await open('/busy');
  const abort = new AbortController();
  const loop = { tab_id: tab.id, code: 'for (;;) {}', timeoutMs: 6_000 };
  const called = agent.call('browser_execute_js', loop, abort.signal);
  // It runs when the page does not answer.
  expect((await tab.do('browser_get_accessibility_tree')).text).toContain('busy');
  abort.abort();
  await expect(called).rejects.toThrow();
  const look = async () => (await tab.do('browser_get_accessibility_tree')).isError;
  await expect.poll(look, { timeout: 10_000 }).toBe(false);
});
