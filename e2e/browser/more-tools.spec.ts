/** Forms, emulation, measuring, PDF, cookies and history, in a real Chrome. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { startAgent } from './support/agent.ts';
import { startChrome } from './support/chrome.ts';
import { expect, test } from './support/test.ts';

test('a form is filled in one call: every kind of field, by label, ref and selector', async ({ open }) => {
  const tab = await open('/form');
  const { data } = await tab.must('browser_fill_form', {
    fields: [
      { label: 'full name', value: 'Ada' },
      { label: 'Password', value: 'hunter2' },
      { label: 'Born', value: '1990-12-31' },
      { label: 'Colour', value: '#336699' },
      { label: 'Size', value: 'Large' },
      { label: 'Toppings', value: ['Oil', 'Nuts'] },
      { selector: '[name=news]', value: true },
      { label: 'Terms', value: true },
      { label: 'Delivery', value: 'By van' },
      { ref: await tab.refOf('"Note"'), value: 'two\nlines' },
      { label: 'Story', value: 'Twice' },
      { label: 'Dark', value: true },
      { label: 'Country', value: 'Kenya' },
      { label: 'Field', value: 'in a frame' },
    ],
  });
  expect(data.filled).toContainEqual({ field: 'textbox "Password"', value: '[redacted]' });
  expect(data.filled).toHaveLength(14);
  await expect
    .poll(() => tab.out())
    .toBe(
      'name=Ada&password=[redacted]&born=1990-12-31&colour=#336699&size=l&toppings=Oil&toppings=Nuts&news=on&terms=on&delivery=van&note=two\nlines&story=Twice&dark=true&country=Kenya',
    );
  // A script may not say what the password is, but whether it is this one.
  expect(await tab.run(`document.querySelector('[name=password]').value === 'hunter2'`)).toBe(true);
  const frame = await tab.must('browser_get_accessibility_tree', { find: 'in a frame' });
  expect(frame.text).toContain('textbox "Field"');
});

test('filling stops at the first field that takes no such value, and says what was filled @full', async ({
  open,
}) => {
  const tab = await open('/form');
  const fill = async (field: object) => {
    const fields = [{ label: 'Full name', value: 'Ada' }, field, { label: 'Note', value: 'never' }];
    const { isError, text } = await tab.do('browser_fill_form', { fields });
    expect(isError).toBe(true);
    expect(text).toContain('Filled: textbox \\"Full name *\\"; 1 after it were not tried.');
    return text;
  };
  expect(await fill({ label: 'Size', value: 'Medium' })).toContain('there is \\"Small\\", \\"Large\\"');
  expect(await fill({ label: 'Delivery', value: 'By boat' })).toContain('\\"By post\\", \\"By van\\"');
  expect(await fill({ label: 'Country', value: 'Peru' })).toContain('\\"Chile\\", \\"Kenya\\"');
  expect(await fill({ label: 'Newsletter', value: 'maybe' })).toContain('true or false');
  expect(await tab.out()).toContain('note=&');
});

test('a tab is shown as a phone in the dark and elsewhere has it, until reset', async ({ open }) => {
  const tab = await open('/slow');
  const before = await tab.run('facts()');
  const language = await tab.run('navigator.language');
  const { data } = await tab.must('browser_emulate', {
    device: 'phone',
    colorScheme: 'dark',
    reducedMotion: true,
    timezone: 'Asia/Tokyo',
    locale: 'de-DE',
    latitude: 1,
    longitude: 2,
    cpuSlowdown: 2,
  });
  expect(data).toMatchObject({ width: 390, height: 844 });
  expect(data.ends).toContain('120 seconds');
  expect(await tab.run('facts()')).toBe('390,3,true,true,Asia/Tokyo,de-DE,true');
  const { data: picture } = await tab.must('browser_screenshot', { format: 'png' });
  expect(picture).toMatchObject({ width: 390 });
  const name = 'navigator.userAgent.includes("iPhone") + navigator.language';
  expect(await tab.run(name)).toBe('truede-DE');
  await tab.must('browser_emulate', { device: 'laptop' });
  expect(await tab.run(name)).toBe('falsede-DE');
  await tab.must('browser_emulate', { network: 'offline' });
  expect(await tab.run(`fetch('/api').then(() => 'answered', () => 'offline')`)).toBe('offline');
  await tab.must('browser_emulate', { reset: true });
  expect(await tab.run('facts()')).toBe(before);
  expect(await tab.run('navigator.language')).toBe(language);
  expect(await tab.run(`fetch('/api').then(() => 'answered', () => 'offline')`)).toBe('answered');
  const unknown = await tab.do('browser_emulate', { timezone: 'Atlantis' });
  expect(unknown.text).toContain('does not know the time zone');
});

test('a load is measured in the background: paints, work of scripts, slow requests without their secrets @full', async ({
  open,
}) => {
  const tab = await open('/slow');
  const { data, text } = await tab.must('browser_get_performance', { reload: true, ms: 800 });
  expect(data).toMatchObject({
    title: 'Slow',
    loading: { largestElement: 'heading "Slow page"' },
    cumulativeLayoutShift: 0,
  });
  const { loading, requests, mainThread } = data as Record<string, Record<string, number>>;
  expect(loading?.largestContentfulPaint).toBeGreaterThan(0);
  expect(loading?.firstByte).toBeGreaterThan(0);
  expect(mainThread?.scriptMs).toBeGreaterThanOrEqual(100);
  expect(requests?.count).toBeGreaterThanOrEqual(1);
  expect(text).toContain('/api"');
  expect(text).not.toContain('abc');
});

test('a page becomes a PDF in the project @full', async ({ open, serving }) => {
  const tab = await open('/many');
  const { data } = await tab.must('browser_pdf', { path: 'out/many.pdf' });
  expect(data).toMatchObject({ path: 'out/many.pdf' });
  expect(Number(data.pages)).toBeGreaterThan(3);
  const bytes = readFileSync(join(serving.root, 'out/many.pdf'));
  expect(bytes.length).toBe(data.bytes);
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
});

test('cookies are listed without values unless those are asked for @full', async ({ open }) => {
  const tab = await open('/noisy');
  await tab.must('browser_wait_for', { text: 'first' });
  const hidden = await tab.must('browser_get_cookies');
  expect(hidden.text).toContain('"name":"sid"');
  expect(hidden.text).not.toContain('topsecret');
  expect((await tab.must('browser_get_cookies', { values: true })).text).toContain('topsecret');
});

test('the console and requests since a point in time @full', async ({ open }) => {
  const tab = await open('/noisy');
  await tab.must('browser_wait_for', { text: 'first' });
  const since = String(await tab.run(`new Date(Date.now() + 1).toISOString()`));
  await tab.run(`console.log('later'), fetch('/api?say=later').then(() => 1)`);
  const console = await tab.must('browser_get_console', { since });
  expect(console.text).toContain('later');
  expect(console.text).not.toContain('hello');
  const network = await tab.must('browser_get_network', { since });
  expect(network.text).toContain('say=later');
  expect(network.text).not.toContain('say=first');
});

test('history and bookmarks are searched only with the permission that the person gives', async ({
  agent,
  serving,
  chrome,
  site,
}) => {
  const refused = await agent.call('browser_search_history', { find: 'second' });
  expect(refused.isError).toBe(true);
  expect(refused.text).toContain('switch on \\"History\\"');
  await chrome.connectTo(null);
  await using allowed = await startChrome({ permissions: ['history', 'bookmarks'] });
  await allowed.connectTo({ url: serving.url, key: serving.key });
  await expect.poll(() => serving.isConnected()).toBe(true);
  await using other = await startAgent(serving.url);
  await allowed.inWorker(`chrome.bookmarks.create({ title: 'My second home', url: '${site.url}/second' })`);
  await allowed.inWorker(`chrome.history.addUrl({ url: '${site.url}/second?visited' })`);
  const visited = await other.call('browser_search_history', { find: 'second' });
  expect(visited.text).toContain('/second?visited');
  const bookmarked = await other.call('browser_search_history', { find: 'home', source: 'bookmarks' });
  expect(bookmarked.text).toContain('My second home');
  const none = await other.call('browser_search_history', { find: 'nothing like it' });
  expect(none.data.pages).toEqual([]);
});

test('a format of the project shortens its pages, and never makes them worse @full', async ({
  open,
  serving,
}) => {
  const tab = await open('/many');
  const read = async (more: object = {}) =>
    (await tab.must('browser_get_accessibility_tree', { usePlatformOptimizer: true, ...more })).text;
  expect(await read()).toContain('(no short form for this page)');
  const format = {
    name: 'rows',
    pages: ['127.0.0.1:*/many'],
    heading: [{ label: 'title', selector: 'h1', required: true }],
    items: { selector: 'li', fields: [{ selector: 'a', ref: true, required: true }, { selector: 'span' }] },
    rest: ['li:last-child', 'nav'],
  };
  serving.write('.annotate/formats/rows.json', JSON.stringify(format));
  const short = await read();
  expect(short).toContain('(short form: rows)');
  expect(short).toMatch(/\ntitle: Many\n1\. Open 0 \[e\d+\] · Row 0\n/);
  expect(short).toContain('button "Delete row 499"');
  const [, ref] = /Open 7 \[(e\d+)\]/.exec(short) ?? [];
  await tab.must('browser_scroll', { ref });
  expect(await read({ find: 'row 77' })).toMatch(/\n\n78\. Open 77 \[e\d+\] · Row 77$/);
  // What the format leaves out is found in the usual form.
  expect(await read({ find: 'delete row 77' })).toContain('button "Delete row 77"');
  expect(await read({ selector: 'li' })).toContain('button "Delete row 0"');
  // The site has changed, or the format is wrong: the usual form, and why.
  const items = { ...format.items, selector: 'tr' };
  serving.write('.annotate/formats/rows.json', JSON.stringify({ ...format, items }));
  const usual = await read();
  expect(usual).toContain(
    '(the usual form: the short form does not fit this page; rows: nothing matches "tr")',
  );
  expect(usual).toContain('button "Delete row 0"');
  serving.write('.annotate/formats/rows.json', '{');
  expect(await read()).toContain('(.annotate/formats/rows.json is not used: it is not valid JSON)');
});
