/** What the person allows is what agents can do: one test for each way around it. */
import { test } from './support/person-test.ts';
import { expect, tabOf } from './support/test.ts';
import { keys } from './support/tool-pages.ts';

const nothingPrivate = /private|Private|localhost/;

test('an agent sees and reads a site when the person has allowed it, and once is once', async ({
  agent,
  person,
  site,
}) => {
  const tab = tabOf(agent, await person.open(`${site.url}/forms`));
  const listed = await agent.call('browser_get_tabs');
  expect(listed.text).toContain(`{"tab_id":${tab.id},"hidden":true}`);
  expect(listed.text).not.toMatch(/Forms|127\.0\.0\.1/);
  const reading = tab.do('browser_get_accessibility_tree');
  const question = await person.question();
  const host = new URL(site.url).host;
  await expect(question.getByRole('heading')).toHaveText(`agent wants to read ${host}`);
  await expect(question.getByRole('alertdialog')).toContainText('Forms');
  await expect(question.getByRole('alertdialog')).toContainText('shop');
  await person.answer('Allow once');
  expect((await reading).text).toContain('heading "Order"');
  const again = tab.do('browser_get_accessibility_tree');
  await person.answer('Not now');
  const refused = await again;
  expect(refused.isError).toBe(true);
  expect(refused.text).toContain('browser/not-allowed');
  expect(refused.text).not.toMatch(/Forms|127\.0\.0\.1/);
  expect((await tab.do('browser_screenshot')).text).toContain('not asked again for a minute');
  await person.expectNoQuestion();
});

test('an answer for a tab is for that tab, and "always" for the site; both outlast the worker', async ({
  agent,
  person,
  site,
  chrome,
  serving,
}) => {
  const [first, second] = [
    tabOf(agent, await person.open(`${site.url}/forms`)),
    tabOf(agent, await person.open(`${site.url}/second`)),
  ];
  const clicking = first.do('browser_click', { selector: 'button' });
  await person.answer('While this tab is open');
  expect((await clicking).isError).toBe(false);
  await first.must('browser_get_accessibility_tree');
  const reading = second.do('browser_get_accessibility_tree');
  await person.answer('Always on this site');
  expect((await reading).text).toContain('Second page');
  await chrome.killWorker();
  await chrome.inPopup(`chrome.runtime.sendMessage({ type: 'popup:look' })`);
  await expect.poll(() => serving.isConnected()).toBe(true);
  await first.must('browser_click', { selector: 'button' });
  await second.must('browser_get_accessibility_tree');
  const acting = second.do('browser_press_key', { key: 'End' });
  await expect((await person.question()).getByRole('heading')).toContainText('wants to use');
  await person.answer('Never on this site');
  expect((await acting).text).toContain('may never press');
  expect((await first.do('browser_click', { selector: 'button' })).text).toContain('may never press');
});

test('using a site is not running code there', async ({ agent, person, site }) => {
  await person.decide({ sites: { [site.url]: { act: 'always' } } });
  const tab = tabOf(agent, await person.open(`${site.url}/forms`));
  const running = tab.do('browser_execute_js', { code: 'document.cookie + "\u202e"' });
  const question = await person.question();
  await expect(question.getByRole('heading')).toContainText('run its own code on');
  await expect(question.locator('pre')).toHaveText('document.cookie + "⟨U+202E⟩"');
  await person.answer('Not now');
  expect((await running).text).toContain('browser/not-allowed');
});

test('keys in fields and in texts are shown only with the permission for secrets', async ({
  agent,
  person,
  site,
}) => {
  await person.decide({ sites: { [site.url]: { read: 'always' } } });
  const tab = tabOf(agent, await person.open(`${site.url}/keys`));
  for (const full of [false, true]) {
    const { text } = await tab.must('browser_get_accessibility_tree', { full });
    for (const key of Object.values(keys)) expect(text).not.toContain(key);
    expect(text).toMatch(/textbox "API key" \[e\d+\] ="\[redacted\]"/);
    expect(text).toMatch(/textbox "Author" \[e\d+\] ="ann-smith"/);
    expect(text).toContain('Use [redacted] for the script.');
  }
  await person.decide({ sites: { [site.url]: { read: 'always', secrets: 'always' } } });
  for (const full of [false, true]) {
    const { text } = await tab.must('browser_get_accessibility_tree', { full });
    for (const key of Object.values(keys)) expect(text).toContain(key);
  }
});

test('sites that are never driven are not listed, not asked about and not used, in any mode', async ({
  agent,
  person,
  site,
}) => {
  const always = { read: 'always', act: 'always', script: 'always', secrets: 'always' };
  await person.decide({
    mode: 'allow',
    neverAdded: ['localhost'],
    sites: { [site.elsewhere]: always },
  });
  const id = await person.open(`${site.elsewhere}/private`);
  const listed = await agent.call('browser_get_tabs');
  expect(listed.text).not.toMatch(nothingPrivate);
  expect(listed.text).not.toContain(String(id));
  const tab = tabOf(agent, id);
  for (const [tool, args] of [
    ['browser_get_accessibility_tree', {}],
    ['browser_screenshot', {}],
    ['browser_click', { selector: 'h1' }],
    ['browser_execute_js', { code: 'document.title' }],
    ['browser_get_console', {}],
    ['browser_navigate', { url: site.url }],
    ['browser_close_tab', {}],
  ] as const) {
    const { text } = await tab.do(tool, args);
    expect(text).toContain('browser/not-allowed');
    expect(text).not.toMatch(nothingPrivate);
  }
  const opened = await agent.call('browser_create_tab', { url: `${site.elsewhere}/private` });
  expect(opened.text).toContain('never lets agents read or use');
  await person.expectNoQuestion();
});

test('in read-only mode pages are read and nothing is done, whatever was allowed', async ({
  agent,
  person,
  site,
}) => {
  await person.decide({ mode: 'allow', readOnly: true, sites: { [site.url]: { script: 'always' } } });
  const tab = tabOf(agent, await person.open(`${site.url}/forms`));
  await tab.must('browser_get_accessibility_tree');
  for (const [tool, args] of [
    ['browser_click', { selector: 'button' }],
    ['browser_type', { selector: '#keys', text: 'x' }],
    ['browser_press_key', { key: 'a' }],
    ['browser_navigate', { action: 'reload' }],
    ['browser_execute_js', { code: '1' }],
    ['browser_close_tab', {}],
  ] as const)
    expect((await tab.do(tool, args)).text).toContain('read-only mode');
  expect((await agent.call('browser_create_tab', { url: site.url })).text).toContain('read-only mode');
});

test('no page and no script in a page answers a question or changes the settings', async ({
  agent,
  person,
  site,
  chrome,
}) => {
  const id = await person.open(`${site.url}/second`);
  const reading = tabOf(agent, id).do('browser_get_accessibility_tree');
  const question = await person.question();
  const asked = await question.evaluate<{ questions: { id: string }[] }>(
    `chrome.runtime.sendMessage({ type: 'consent:look' })`,
  );
  const answer = { type: 'consent:answer', id: asked.questions[0]?.id, answer: 'always', permission: 'act' };
  const tries = await chrome.inWorker<{ result: string[] }[]>(
    `Promise.all(['ISOLATED', 'MAIN'].map((world) => chrome.scripting.executeScript({
      target: { tabId: ${id} }, world, args: [${JSON.stringify(answer)}, chrome.runtime.id],
      func: async (answer, id) => {
        const tried = async (run) => { try { return String(await run()); } catch (error) { return 'refused'; } };
        const framed = () => new Promise((resolve) => {
          const frame = document.createElement('iframe');
          frame.src = 'chrome-extension://' + id + '/popup.html';
          frame.onload = () => resolve(undefined);
          document.body.append(frame);
        });
        return [
          await tried(() => chrome.runtime.sendMessage(answer)),
          await tried(() => chrome.runtime.sendMessage(id, answer)),
          await tried(() => chrome.storage.local.set({ consent: { mode: 'allow' } }).then(() => 'stored')),
          await tried(() => fetch('chrome-extension://' + id + '/popup.html').then(() => 'fetched')),
          await tried(framed),
        ];
      },
    }))).then((all) => all.flat())`,
  );
  for (const { result } of tries) for (const each of result) expect(['refused', 'undefined']).toContain(each);
  // The frames that were added show an error: there is one page with the question, which is the person's.
  const shown = await chrome.inWorker<string[]>(
    `chrome.runtime.getContexts({}).then((all) => all.filter(({ documentUrl }) => documentUrl?.endsWith('popup.html')).map(({ contextType }) => contextType))`,
  );
  expect(shown).toEqual(['POPUP']);
  // Neither does a click that a script makes in the question itself.
  await question.getByRole('button', { name: 'Always on this site' }).dispatchEvent('click');
  await expect(question.getByRole('alertdialog')).toBeVisible();
  await person.answer('Never on this site');
  expect((await reading).text).toContain('browser/not-allowed');
});

test('no agent uses the page with the question', async ({ agent, person, site, chrome }) => {
  const reading = tabOf(agent, await person.open(`${site.url}/second`)).do('browser_get_accessibility_tree');
  await person.question();
  const own = await person.openOwn('popup.html');
  const ids = await chrome.inWorker<number[]>(
    `chrome.tabs.query({ url: chrome.runtime.getURL('*') }).then((tabs) => tabs.map(({ id }) => id))`,
  );
  expect(ids).toHaveLength(1);
  for (const id of ids) {
    const { text } = await agent.call('browser_click', { tab_id: id, selector: 'button' });
    expect(text).toContain('allows no extension to control');
    expect((await agent.call('browser_get_tabs')).text).not.toContain(String(id));
  }
  // The popup is closed when another tab comes to the front. Its page shows the same question wherever it is opened.
  await own.getByRole('button', { name: 'Not now' }).click();
  expect((await reading).text).toContain('does not want you to');
  await own.close();
});
