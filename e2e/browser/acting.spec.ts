/** What an agent does to a page, as a person would have done it. */
import { expect, tabOf, test } from './support/test.ts';

test('a form is filled in and sent', async ({ open }) => {
  const tab = await open('/forms');
  const email = await tab.must('browser_type', { selector: '[name=email]', text: 'ada@b.test', clear: true });
  expect(email.data).toMatchObject({ into: 'textbox "Email"', value: 'ada@b.test' });
  const password = await tab.must('browser_type', {
    selector: '[name=password]',
    text: 'geheim',
    clear: true,
  });
  expect(password.text).not.toMatch(/geheim|hunter2/);
  await tab.must('browser_type', { selector: '[name=fruit]', text: 'Pear' });
  await tab.must('browser_type', { selector: '[name=day]', text: '2026-01-31' });
  await tab.must('browser_type', { selector: '[name=note]', text: 'Zwei\nZeilen – 日本 👩‍👩‍👧', delay: 1 });
  await tab.must('browser_click', { ref: await tab.refOf('I agree') });
  await tab.must('browser_click', { ref: await tab.refOf('Send') });
  const sent = new URLSearchParams((await tab.out()).replace(/^sent |;$/g, ''));
  expect(Object.fromEntries(sent)).toEqual({
    email: 'ada@b.test',
    // What the page received, as an agent may read it.
    password: '[redacted]',
    fruit: 'p',
    day: '2026-01-31',
    note: 'Zwei\nZeilen – 日本 👩‍👩‍👧',
    agree: 'on',
  });
  const fig = await tab.do('browser_type', { selector: '[name=fruit]', text: 'Kiwi' });
  expect(await tab.run('document.querySelector("[name=password]").value.length')).toBe(6);
  expect(fig.text).toContain('there is \\"Apple\\", \\"Pear\\", \\"Fig\\"');
  expect((await tab.do('browser_type', { selector: '[readonly]', text: 'x' })).text).toContain(
    'accepts no text',
  );
});

test('editors take text at their end, or instead of what they hold @full', async ({ open }) => {
  const tab = await open('/forms');
  const more = await tab.must('browser_type', { selector: '#editor', text: ' of é 漢字' });
  expect(more.data.value).toBe('Draft of é 漢字');
  const instead = await tab.must('browser_type', { selector: '#editor', text: 'New', clear: true });
  expect(instead.data.value).toBe('New');
  const cleared = await tab.must('browser_type', { selector: '#editor', text: '', clear: true });
  expect(cleared.data.value).toBe('');
});

test('editors that draw their text themselves are typed into, and cleared by the keyboard', async ({
  open,
}) => {
  const tab = await open('/editors');
  const drawn = () => tab.run('[drawn.textContent, lines.textContent].join()');
  const context = await tab.refOf('textbox "Context"');
  const typed = await tab.must('browser_type', { ref: context, text: 'new', clear: true });
  expect(typed.data.value).toBe('new');
  await tab.must('browser_type', { text: ' line' });
  await tab.must('browser_press_key', { ref: context, key: 'Enter' });
  const { text: tree } = await tab.must('browser_get_accessibility_tree', {});
  expect(tree).toMatch(/textbox "Context" \[e\d+\] ="new line"/);
  const area = await tab.refOf('textbox "Area"');
  const replaced = await tab.must('browser_type', { ref: area, text: 'other', clear: true });
  // The text is in no field, so that it is not told.
  expect(replaced.data).not.toHaveProperty('value');
  expect(await drawn()).toBe('new line,other');
  await tab.must('browser_type', { ref: context, text: '', clear: true });
  await tab.must('browser_type', { ref: area, text: '', clear: true });
  expect(await drawn()).toBe(',');
  expect(await tab.out()).toBe('context enter;');
});

test('a slider is moved to the value that is filled in', async ({ open }) => {
  const tab = await open('/editors');
  const fill = (value: string) =>
    tab.do('browser_fill_form', { fields: [{ label: 'Volume', value }], timeoutMs: 5_000 });
  expect((await fill('85')).isError).toBe(false);
  expect((await fill('40')).isError).toBe(false);
  expect(await tab.run(`slider.getAttribute('aria-valuenow')`)).toBe('40');
  expect((await fill('42')).text).toContain('it moved from 40 to 45');
  expect((await fill('loud')).text).toContain('it takes a number');
});

test('keys arrive with what is held, and the field takes what was typed', async ({ open }) => {
  const tab = await open('/forms');
  await tab.must('browser_type', { selector: '#keys', text: 'aB' });
  await tab.must('browser_press_key', { key: 'Control+Shift+K' });
  await tab.must('browser_press_key', { key: 'Alt+ArrowDown' });
  await tab.must('browser_press_key', { key: 'Meta++' });
  expect(await tab.out()).toBe(
    '+a;-a;+shift-Shift;+shift-B;-shift-B;-Shift;' +
      '+ctrl-Control;+ctrl-shift-Shift;+ctrl-shift-K;-ctrl-shift-K;-ctrl-Shift;-Control;' +
      '+alt-Alt;+alt-ArrowDown;-alt-ArrowDown;-Alt;+meta-Meta;+meta-+;-meta-+;-Meta;',
  );
  await tab.must('browser_press_key', { key: 'ControlOrMeta+a' });
  await tab.must('browser_press_key', { key: 'Delete' });
  expect((await tab.must('browser_type', { selector: '#keys', text: 'x' })).data.value).toBe('x');
  await tab.must('browser_press_key', { key: 'Backspace', times: 1 });
  expect((await tab.do('browser_press_key', { key: 'Hyper+Q' })).text).toContain('There is no key');
});

test('buttons, counts and modifiers of a click are those that were asked for @full', async ({ open }) => {
  const tab = await open('/targets');
  const code = `for (const type of ['click', 'dblclick', 'auxclick', 'contextmenu', 'mouseover'])
    document.querySelector('#far').addEventListener(type, (event) => { event.preventDefault(); say(type + event.detail + (event.shiftKey ? 'S' : '')); }); 1`;
  await tab.run(code);
  await tab.must('browser_click', { selector: '#far', clickCount: 0 });
  await tab.must('browser_click', { selector: '#far', clickCount: 2 });
  await tab.must('browser_click', { selector: '#far', button: 'middle', modifiers: ['Shift'], delay: 20 });
  await tab.must('browser_click', { selector: '#far', button: 'right' });
  expect(await tab.out()).toBe(
    'mouseover0;far;click1;far;click2;dblclick2;auxclick1S;contextmenu0;auxclick1;',
  );
  const { data } = await tab.must('browser_click', { selector: '#far' });
  const point = await tab.must('browser_click', { x: data.x, y: data.y });
  expect(point.data.clicked).toBe('button "Far"');
});

test('frames and shadow roots are clicked and typed into, by ref and by selector', async ({ open }) => {
  const tab = await open('/frames');
  const deep = 'iframe[title=Other] >>> iframe[title=Deep] >>> ';
  // Frames of other processes are attached one after the other.
  await tab.must('browser_wait_for', { selector: `${deep}button` });
  const { text } = await tab.must('browser_get_accessibility_tree', { find: 'Press' });
  for (const [, ref] of text.matchAll(/button "Press" \[(\w+)\]/g)) await tab.must('browser_click', { ref });
  const said = (await tab.must('browser_get_accessibility_tree', { find: 'pressed in' })).text;
  expect(said.match(/pressed in 127\.0\.0\.1/g)?.length).toBe(2);
  const typed = await tab.must('browser_type', { selector: `${deep}input`, text: 'far away' });
  expect(typed.data.value).toBe('far away');
  const again = await tab.must('browser_type', { text: ' too' });
  expect(again.data.value).toBe('far away too');
  const part = await tab.must('browser_get_accessibility_tree', { selector: `${deep}input` });
  expect(part.text).toMatch(/textbox .*"far away too"/);
  await tab.must('browser_click', { ref: await tab.refOf('Outer button') });
  expect((await tab.must('browser_get_accessibility_tree', { find: 'outer pressed' })).text).toContain(
    'outer pressed',
  );
  const shadow = await open('/shadow');
  for (const name of ['In closed', 'In a plain host'])
    await shadow.must('browser_click', { ref: await shadow.refOf(name) });
  await shadow.must('browser_click', { selector: 'open-box >>> button' });
  expect(await shadow.out()).toBe('closed pressed;plain pressed;open pressed;');
});

test('things are dragged onto others, files are given to inputs and dropped onto zones @full', async ({
  open,
  serving,
}) => {
  const tab = await open('/dragging');
  await tab.must('browser_drag', { selector: '#card', to: { selector: '#column' } });
  await tab.must('browser_drag', { selector: '#knob', to: { x: 500, y: 35 } });
  serving.write('a.txt', 'one');
  serving.write('b.txt', 'two');
  await tab.must('browser_type', { selector: '#file', files: ['a.txt', 'b.txt'] });
  await tab.must('browser_type', { selector: '#zone', files: ['a.txt'] });
  await tab.must('browser_type', { ref: await tab.refOf('Attach'), files: ['b.txt'] });
  await expect.poll(() => tab.out()).toBe('dropped card 1;knob 500;a.txt=one;b.txt=two;a.txt=one;b.txt=two;');
});

test('scrolling brings more of an endless list, and says how much is left @full', async ({ open }) => {
  const tab = await open('/spa');
  const clicked = await tab.must('browser_click', { selector: '#list-link' });
  expect(clicked.data).not.toHaveProperty('navigated');
  await tab.must('browser_wait_for', { text: 'Item 20' });
  for (let round = 0; round < 3; round++) {
    await tab.must('browser_scroll', { pixels: 5_000 });
    await tab.must('browser_wait_for', { text: `Item ${20 * (round + 2)}` });
  }
  const up = await tab.must('browser_scroll', { pixels: -100_000 });
  expect(up.data).toMatchObject({ leftAbove: 0 });
  const shown = await tab.must('browser_scroll', { selector: 'li:nth-child(50)', highlight: true });
  expect(shown.data).toMatchObject({ to: 'listitem' });
});

test('a page is waited for until it has loaded, or as long as the agent says', async ({ open, site }) => {
  const tab = await open('/second');
  const url = `${site.url}/late-picture`;
  expect((await tab.must('browser_navigate', { url })).data).toMatchObject({ title: 'All of it' });
  const parsed = await tab.must('browser_navigate', { url, waitUntil: 'domcontentloaded' });
  expect(parsed.data).toMatchObject({ title: 'Text', navigated: true });
});

test('a field that shows another value than was typed is typed into again, and is an error then', async ({
  open,
}) => {
  const tab = await open('/stubborn');
  const day = await tab.do('browser_type', { selector: '#day', text: '2026-05-05' });
  expect(day.isError).toBe(true);
  expect(day.text).toContain('holds \\"2026-07-19\\", and not \\"2026-05-05\\"');
  const both = await tab.do('browser_fill_form', {
    fields: [
      { label: 'Stay', value: '2026-05-05' },
      { label: 'Day', value: '2026-05-06' },
    ],
  });
  expect(both.text).toContain('Field 2 of 2');
  expect(await tab.run('stay.value')).toBe('2026-05-05');
  const pin = await tab.do('browser_type', { selector: '#pin', text: 'geheim' });
  expect(pin.text).toContain('holds something else than was typed');
  expect(pin.text).not.toMatch(/2026-07-19|geheim/);
});

test('several lines are put into an editor as they are', async ({ open }) => {
  const tab = await open('/forms');
  const text = 'if (a) {\n  b();\n}';
  const typed = await tab.must('browser_type', { selector: '#editor', text, clear: true });
  expect(typed.data.value).toBe(text);
});

test('pages are opened, left, come back to; links to new tabs are told', async ({ open, agent, site }) => {
  const tab = await open('/spa');
  const left = await tab.must('browser_click', { selector: 'a[href="/second"]:not([target])' });
  expect(left.data).toMatchObject({ title: 'Second', navigated: true });
  expect((await tab.must('browser_navigate', { action: 'back' })).data).toMatchObject({ title: 'App' });
  expect((await tab.must('browser_navigate', { action: 'forward' })).data).toMatchObject({ title: 'Second' });
  expect((await tab.do('browser_navigate', { action: 'forward' })).text).toContain('no page to go forward');
  const other = await tab.must('browser_navigate', { url: `${site.elsewhere}/forms` });
  expect(other.data).toMatchObject({ title: 'Forms', navigated: true });
  const typed = await tab.must('browser_type', { selector: '#keys', text: 'x' });
  expect(typed.data.value).toBe('x');
  expect((await tab.do('browser_navigate', { url: 'http://127.0.0.1:9/' })).text).toContain(
    'could not be opened',
  );
  await tab.must('browser_navigate', { url: `${site.url}/spa` });
  const opened = await tab.must('browser_click', { selector: '#new' });
  const [fresh] = opened.data.openedTabs as { tab_id: number }[];
  expect(fresh).toMatchObject({ url: `${site.url}/second` });
  await tabOf(agent, fresh?.tab_id ?? 0).must('browser_close_tab');
});

test('code runs in the page: expressions, statements, promises, errors', async ({ open }) => {
  const tab = await open('/second');
  const run = async (code: string) => tab.do('browser_execute_js', { code, timeoutMs: 1_000 });
  expect(await tab.run('1 + 1')).toBe(2);
  expect(await tab.run('const a = await Promise.resolve(3); return { a }')).toEqual({ a: 3 });
  for (const value of [1, 2]) expect(await tab.run(`const again = ${value}; again`)).toBe(value);
  expect((await run('throw new Error("no")')).text).toContain('The script threw: Error: no');
  expect((await run('new Promise(() => {})')).text).toContain('did not end in time');
  expect((await run('while (true) {}')).text).toContain('did not end in time');
  expect((await run('document.body')).isError).toBe(false);
});

test('a script is put in once, or into every page that follows @full', async ({ open, site }) => {
  const tab = await open('/strict');
  await tab.must('browser_inject_script', { script_url: `${site.url}/script.js`, keep_injected: true });
  expect(await tab.run('injected')).toBe(1);
  await tab.must('browser_navigate', { url: `${site.url}/second` });
  expect(await tab.run('injected')).toBe(1);
});

test('several steps go in one call, and name what came before', async ({ agent, site }) => {
  const answer = await agent.call('browser_request_chain', {
    steps: [
      { tool: 'browser_create_tab', arguments: { url: `${site.url}/forms` } },
      { tool: 'browser_type', arguments: { tab_id: '$0.tab_id', selector: '#keys', text: 'chain' } },
      { tool: 'browser_close_tab', arguments: { tab_id: '$0.tab_id' } },
    ],
  });
  expect(answer.isError).toBe(false);
  expect(answer.text).toContain('"value":"chain"');
});
