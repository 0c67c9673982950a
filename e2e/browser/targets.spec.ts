/** What can be used, what cannot and why, and refs that last. */
import { expect, test } from './support/test.ts';

const soon = { timeoutMs: 600 };

test('what cannot be used is left alone, and the reason is said', async ({ open }) => {
  const tab = await open('/targets');
  const why = async (selector: string) => (await tab.do('browser_click', { selector, ...soon })).text;
  expect(await why('#covered')).toContain('The button \\"Buy\\" is covered by <div#banner>');
  expect(await why('#hidden')).toContain('is not visible');
  expect(await why('#disabled')).toContain('The button \\"Disabled\\" is disabled');
  await tab.run('keepMoving(5_000); 1');
  expect(await why('#moving')).toContain('The button \\"Moving\\" is moving');
  expect(await why('#nowhere')).toContain('Nothing on the page matches \\"#nowhere\\"');
  expect(await why('::::')).toContain('is not a CSS selector');
  expect(await tab.out()).toBe('');
});

test('what becomes usable meanwhile is waited for', async ({ open }) => {
  const tab = await open('/targets');
  await tab.must('browser_click', { selector: '#settling' });
  await tab.run('setTimeout(() => banner.remove(), 500); 1');
  await tab.must('browser_click', { selector: '#covered' });
  await tab.must('browser_click', { selector: '#late' });
  await tab.must('browser_click', { selector: '#later' });
  await tab.must('browser_click', { selector: '#far' });
  await tab.must('browser_click', { selector: '#wrapped' });
  expect(await tab.out()).toBe('settled;covered;later;far;wrapped;');
});

test('a press reaches its element: lists are scrolled, and labels and buttons are pressed for what is in them', async ({
  open,
}) => {
  const tab = await open('/reached');
  await tab.must('browser_click', { ref: await tab.refOf('Item 25') });
  await tab.must('browser_click', { ref: await tab.refOf('"Toggle"') });
  await tab.must('browser_click', { selector: '#icon' });
  await tab.run(`below.scrollIntoView({ block: 'start' }); 1`);
  await tab.must('browser_click', { selector: '#below' });
  expect(await tab.out()).toBe('item 25;toggle true;icon;below;');
});

test('a press that would not reach its element is refused, and the reason is said', async ({ open }) => {
  const tab = await open('/reached');
  const why = async (selector: string) => (await tab.do('browser_click', { selector, ...soon })).text;
  expect(await why('#folded')).toMatch(/cut off|not visible/);
  expect(await why('#off')).toContain('takes no presses');
  const { text: tree } = await tab.must('browser_get_accessibility_tree', {});
  expect(tree).not.toContain('Folded');
  await tab.run(`document.querySelector('dialog').showModal(); 1`);
  expect(await why('#behind')).toContain('is behind the open dialog \\"Terms\\"');
  await tab.must('browser_click', { ref: await tab.refOf('Agree') });
  await tab.must('browser_click', { selector: '#behind' });
  expect(await tab.out()).toBe('behind;');
});

test('a ref lasts as long as its element, and as long as one like it is there', async ({ open }) => {
  const tab = await open('/targets');
  const [rename, remove, same] = [
    await tab.refOf('Rename'),
    await tab.refOf('Remove'),
    await tab.refOf('Same'),
  ];
  await tab.run(`document.querySelector('#list button').textContent = 'Renamed'; 1`);
  await tab.must('browser_click', { ref: rename });
  await tab.run(`render(['New', 'Remove', 'Same', 'Same'])`);
  await tab.must('browser_click', { ref: remove });
  expect(await tab.out()).toBe('Rename!;Remove!;');
  expect((await tab.do('browser_click', { ref: same })).text).toContain('is stale');
  expect((await tab.do('browser_click', { ref: rename })).text).toContain('is stale');
  await tab.must('browser_navigate', { action: 'reload' });
  const gone = await tab.do('browser_click', { ref: remove });
  expect(gone.text).toMatch(/stale|There is no ref/);
  expect((await tab.do('browser_click', { ref: 'button 3' })).text).toContain('is not a ref');
  expect(await tab.out()).toBe('');
});

test('tabs that are not there, and pages of the browser itself, are refused in words', async ({
  agent,
  chrome,
}) => {
  const none = await agent.call('browser_click', { tab_id: 999_999, selector: 'a' });
  expect(none.text).toContain('There is no tab 999999');
  for (const address of [`'chrome://version/'`, `chrome.runtime.getURL('popup.html')`]) {
    const id = await chrome.inWorker<number>(
      `chrome.tabs.create({ url: ${address}, active: false }).then(({ id }) => id)`,
    );
    const status = () => chrome.inWorker<string>(`chrome.tabs.get(${id}).then(({ status }) => status)`);
    await expect.poll(status).toBe('complete');
    const own = await agent.call('browser_execute_js', { tab_id: id, code: '1' });
    expect(own.text).toContain('Chrome allows no extension to control tab');
    await chrome.inWorker(`chrome.tabs.remove(${id})`);
  }
  const opened = await agent.call('browser_create_tab', { url: 'chrome://version/' });
  expect(opened.text).toContain('is not an address that can be opened');
  const { data } = await agent.call('browser_get_tabs');
  expect(data.tabs).toMatchObject([{ url: 'about:blank', active: true }]);
});
