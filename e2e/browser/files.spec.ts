/** Files that an agent gives to a page, and those that a page gives to the person. */
import { readFileSync } from 'node:fs';

import { expect, test } from './support/test.ts';

test('files go into what a button opens, into an input, and onto a drop zone, and only what arrived is uploaded', async ({
  open,
  serving,
}) => {
  serving.write('a.csv', 'one');
  serving.write('b.txt', 'two');
  const tab = await open('/uploads');
  const give = (selector: string, ...files: string[]) => tab.do('browser_type', { selector, files });
  const chosen = await give('#hidden-input', 'a.csv', 'b.txt');
  expect(chosen.data).toMatchObject({
    into: 'button "Add files"',
    how: 'chosen in the file chooser that it opened',
    uploaded: [
      { name: 'a.csv', size: 3 },
      { name: 'b.txt', size: 3 },
    ],
    notes: ['The input asks for .csv,image/*, and b.txt is none of these.'],
  });
  expect((await give('#slow', 'a.csv')).data).toMatchObject({ uploaded: [{ name: 'a.csv' }] });
  expect((await give('#one', 'b.txt')).data).toMatchObject({ how: 'put into its file input' });
  expect((await give('#zone b', 'a.csv')).data).toMatchObject({ how: 'dropped onto it' });
  await expect.poll(() => tab.out()).toBe('a.csv=one;b.txt=two;a.csv=one;b.txt=two;a.csv=one;');
  const inFrame = await give('iframe[title=Widget] >>> button', 'a.csv');
  expect(inFrame.data).toMatchObject({ how: 'chosen in the file chooser that it opened' });
  expect((await tab.must('browser_get_accessibility_tree')).text).toContain('got a.csv');
});

test('what takes no files, or not these, says so, and nothing is uploaded @full', async ({
  open,
  serving,
}) => {
  serving.write('a.csv', 'one');
  serving.write('b.txt', 'two');
  const tab = await open('/uploads');
  const why = async (selector: string, ...files: string[]) => {
    const { text, isError } = await tab.do('browser_type', { selector, files });
    expect(isError).toBe(true);
    return text;
  };
  expect(await why('#slow', 'a.csv', 'b.txt')).toContain('it takes one file, and 2 were given');
  expect(await why('#one', 'a.csv', 'b.txt')).toContain('it takes one file');
  expect(await why('#folder', 'a.csv')).toContain('it takes a whole folder');
  expect(await why('#nothing', 'a.csv')).toContain('opened no file chooser when it was clicked');
  expect(await why('#picker', 'a.csv')).toContain('Nothing was uploaded');
  expect(await tab.out()).not.toContain('=');
});

test('a click never shows the person a file chooser, and says that files were asked for', async ({
  open,
}) => {
  const tab = await open('/uploads');
  const clicked = await tab.must('browser_click', { selector: '#hidden-input' });
  expect(clicked.data.fileChooser).toContain('call browser_type with files');
  await expect.poll(() => tab.out()).toBe('cancelled;');
});

test('a download is told with its name, size, state and path', async ({ open }) => {
  const tab = await open('/downloads');
  // A busy browser may begin it after the click was answered; then the wait tells it.
  const told = async (selector: string) => {
    const { data } = await tab.must('browser_click', { selector });
    const { downloads } =
      'downloads' in data ? data : (await tab.must('browser_wait_for', { download: true })).data;
    return downloads as Record<string, unknown>[];
  };
  const [file] = await told('#file');
  expect(file).toMatchObject({ name: 'report.csv', state: 'done', bytes: 21, totalBytes: 21 });
  expect(readFileSync(String(file?.path), 'utf8')).toBe('content of report.csv');
  expect(await told('#blob')).toMatchObject([{ name: 'made.txt', state: 'done', bytes: 9 }]);
  expect(await told('#new')).toMatchObject([{ name: 'other.csv', state: 'done', bytes: 20 }]);
  expect(await told('#broken')).toMatchObject([{ name: 'broken.bin', state: 'failed' }]);
});

test('a download that begins late is waited for, and the wait says what is missing @full', async ({
  open,
}) => {
  const tab = await open('/downloads');
  await tab.must('browser_click', { selector: '#slow', timeoutMs: 300 });
  const waited = await tab.must('browser_wait_for', { download: true });
  expect(waited.data.downloads).toMatchObject([{ name: 'slow.bin', state: 'done' }]);
  expect(waited.text).toContain("on the machine of the person's browser");
  const none = await tab.do('browser_wait_for', { download: true, timeoutMs: 300 });
  expect(none.text).toContain('has begun no download since the last one that was told');
});
