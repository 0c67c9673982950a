/** A dialog stops a page. None stays open, and none is agreed to by accident. */
import { expect, test } from './support/test.ts';

test('dialogs are answered carefully unless told otherwise, and reported', async ({ open }) => {
  const tab = await open('/dialogs');
  const alert = await tab.must('browser_click', { selector: '#alert' });
  expect(alert.data.dialogs).toEqual([{ kind: 'alert', message: 'Saved', accepted: true }]);
  const no = await tab.must('browser_click', { selector: '#confirm' });
  expect(no.data.dialogs).toEqual([{ kind: 'confirm', message: 'Delete all?', accepted: false }]);
  await tab.must('browser_click', { selector: '#confirm', dialog: 'accept' });
  await tab.must('browser_click', { selector: '#prompt' });
  await tab.must('browser_click', { selector: '#prompt', promptText: 'Ada' });
  expect(await tab.out()).toBe('after alert;confirm false;confirm true;prompt null;prompt Ada;');
  const script = await tab.must('browser_execute_js', { code: 'alert(1), 5' });
  expect(script.text).toMatch(/^5\n/);
  expect(script.data).toMatchObject({ dialogs: [{ kind: 'alert' }] });
});

test('a dialog that opened while no agent drove the tab does not hang the next command', async ({ open }) => {
  const tab = await open('/dialogs');
  await tab.must('browser_click', { selector: '#later' });
  const look = async () => (await tab.must('browser_get_accessibility_tree')).text;
  // Seldom enough that it opens in between.
  await expect.poll(look, { intervals: [900] }).toContain('(alert accepted: "Late")');
  expect(await tab.out()).toBe('late;');
});

test('a page with unsaved work is left when it is told to @full', async ({ open, site }) => {
  const tab = await open('/dialogs');
  await tab.must('browser_click', { selector: '#unsaved' });
  const stayed = await tab.must('browser_navigate', { url: `${site.url}/second`, dialog: 'dismiss' });
  expect(stayed.data).toMatchObject({ title: 'Dialogs', dialogs: [{ kind: 'beforeunload' }] });
  const left = await tab.must('browser_navigate', { url: `${site.url}/second` });
  expect(left.data).toMatchObject({ title: 'Second', navigated: true });
});
