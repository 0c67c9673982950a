/** A permission for one site is none for another one to which a tab goes: one test for each way around it. */
import { test } from './support/person-test.ts';
import { expect, tabOf } from './support/test.ts';

const nothingPrivate = /private|Private|localhost/;

test('where a click leads is hidden until the person has allowed that site too', async ({
  agent,
  person,
  site,
  chrome,
}) => {
  await person.decide({ sites: { [site.url]: { act: 'always' } } });
  const tab = tabOf(agent, await person.open(`${site.url}/leaving`));
  const clicked = await tab.must('browser_click', { selector: '#go' });
  expect(clicked.data).toMatchObject({ hidden: true, url: '', title: '' });
  expect(clicked.text).not.toMatch(nothingPrivate);
  expect((await agent.call('browser_get_tabs')).text).not.toMatch(nothingPrivate);
  const reading = tab.do('browser_get_accessibility_tree');
  await expect((await person.question()).getByRole('heading')).toContainText('localhost');
  await person.answer('Not now');
  expect((await reading).text).not.toMatch(nothingPrivate);
  const opened = await tabOf(agent, await person.open(`${site.url}/leaving`)).must('browser_click', {
    selector: '#new',
  });
  const tabs = opened.data.openedTabs as { tab_id: number }[];
  expect(tabs).toEqual([{ tab_id: expect.any(Number), hidden: true }]);
  expect(opened.text).not.toMatch(nothingPrivate);
  await chrome.inWorker(`chrome.tabs.remove(${tabs[0]?.tab_id})`);
});

test('nothing that a hidden site logged is read after the tab has left it', async ({
  agent,
  person,
  site,
}) => {
  await person.decide({ sites: { [site.url]: { act: 'always' } } });
  const tab = tabOf(agent, await person.open(`${site.url}/leaving`));
  await tab.must('browser_click', { selector: '#go' });
  const back = tab.do('browser_navigate', { url: `${site.url}/second` });
  // To leave a site is to use it.
  await person.answer('Allow once');
  expect((await back).data).toMatchObject({ title: 'Second' });
  const logs = [await tab.must('browser_get_console'), await tab.must('browser_get_network')];
  for (const { text } of logs) expect(text).not.toMatch(/private|localhost/);
});

test('a command is stopped when the tab moves to another site under it', async ({ agent, person, site }) => {
  await person.decide({ sites: { [site.url]: { act: 'always' } } });
  const tab = tabOf(agent, await person.open(`${site.url}/leaving`));
  const typed = await tab.do('browser_type', { selector: '#code', text: 'abcdefghijklmnop', delay: 60 });
  expect(typed.text).toContain('browser/not-allowed');
  expect(typed.text).not.toMatch(nothingPrivate);
  await person.decide({ mode: 'allow' });
  await tab.must('browser_wait_for', { selector: '#code:focus' });
  expect(await tab.run('document.title + document.activeElement.id + code.value')).toBe('Private titlecode');
});

test('a redirect does not carry a permission to the site it leads to', async ({
  agent,
  person,
  site,
  chrome,
}) => {
  await person.decide({ sites: { [site.url]: { act: 'always' } } });
  const created = await agent.call('browser_create_tab', {
    url: `${site.url}/redirect?to=${encodeURIComponent(`${site.elsewhere}/private`)}`,
  });
  expect(created.isError).toBe(false);
  expect(created.data).toMatchObject({ hidden: true });
  expect(created.text).not.toMatch(nothingPrivate);
  await chrome.inWorker(`chrome.tabs.remove(${Number(created.data.tab_id)})`);
});

test('a script that stays in a tab does not run on another site', async ({ agent, person, site }) => {
  await person.decide({
    sites: { [site.url]: { script: 'always' }, [site.elsewhere]: { act: 'always' } },
  });
  const tab = tabOf(agent, await person.open(`${site.url}/second`));
  await tab.must('browser_inject_script', { script_url: `${site.url}/script.js`, keep_injected: true });
  await tab.must('browser_navigate', { action: 'reload' });
  expect(await tab.run('window.injected')).toBe(1);
  const { data } = await tab.must('browser_navigate', { url: `${site.elsewhere}/private` });
  expect(data.title).toBe('Private title');
});

test('a script that stays in a tab brings nothing to another site, whatever it declares', async ({
  agent,
  person,
  site,
}) => {
  await person.decide({
    sites: { [site.url]: { script: 'always' }, [site.elsewhere]: { act: 'always' } },
  });
  const tab = tabOf(agent, await person.open(`${site.url}/second`));
  await tab.must('browser_inject_script', {
    script_url: `${site.url}/script.js?hoisted`,
    keep_injected: true,
  });
  await tab.must('browser_navigate', { action: 'reload' });
  expect(await tab.run('String(fetch()) + window.injected')).toBe('from the agent1');
  const { data } = await tab.must('browser_navigate', { url: `${site.elsewhere}/private` });
  expect(data.title).toBe('Private title');
  expect((await tab.must('browser_get_network')).text).toContain('say=private');
});

test('an empty page has the rights of no site and of no extension, in any mode', async ({
  agent,
  person,
  site,
  chrome,
}) => {
  const refused = /belongs to no site/;
  for (const mode of ['ask', 'allow']) {
    await person.decide({ mode });
    const created = await agent.call('browser_create_tab', { url: 'about:blank' });
    const tab = tabOf(agent, Number(created.data.tab_id));
    const script = { code: 'origin', script_url: `${site.url}/script.js` };
    expect((await tab.do('browser_execute_js', script)).text).toMatch(refused);
    expect((await tab.do('browser_inject_script', script)).text).toMatch(refused);
    await tab.must('browser_navigate', { url: 'about:blank' });
    expect((await tab.do('browser_execute_js', script)).text).toMatch(refused);
    await person.expectNoQuestion();
    await chrome.inWorker(`chrome.tabs.remove(${tab.id})`);
  }
});

test('what an agent says about dialogs is not said to the site that a click leads to', async ({
  agent,
  person,
  site,
}) => {
  await person.decide({ sites: { [site.url]: { act: 'always' } } });
  const tab = tabOf(agent, await person.open(`${site.url}/leaving`));
  const clicked = await tab.must('browser_click', { selector: '#pay', dialog: 'accept' });
  expect(clicked.data).toMatchObject({ hidden: true });
  expect(clicked.text).not.toContain('Pay everything');
  await person.decide({ mode: 'allow' });
  expect(await tab.run('document.title')).toBe('Answered false');
});
