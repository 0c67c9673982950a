/** What an agent sees of a page. */
import { expect, test } from './support/test.ts';

test('a page is a few lines: roles, names, refs and values, and no password', async ({ open }) => {
  const tab = await open('/forms');
  const { text } = await tab.must('browser_get_accessibility_tree');
  expect(text.split('\n').slice(4).join('\n')).toBe(`heading "Order" level=1
form
  textbox "Email" [e1] ="old@a.test"
  textbox "Password" [e2] ="[redacted]"
  combobox "Fruit" [e3] ="Apple" options: Apple | Pear | Fig (disabled)
  textbox "Day" [e4]
  textbox "Note" [e5]
  checkbox "I agree" [e6]
  textbox "Fixed" [e7] ="fixed" readonly
  button "Send" [e8]
textbox "Editor" [e9]: Draft
textbox "Keys" [e10]`);
});

test('what a person can press has a ref, by its listener or its cursor', async ({ open }) => {
  const tab = await open('/pressable');
  const { text } = await tab.must('browser_get_accessibility_tree');
  expect(text).toContain('clickable [e');
  for (const name of [': Listener', ': React', 'icon=trash', ': Two', ': Part']) {
    await tab.must('browser_click', { ref: await tab.refOf(name) });
  }
  expect(await tab.out()).toBe('listener;react;icon;Two;part;');
  expect(text).toContain('- Slotted');
  expect(text).toContain('textbox "Plain" [');
  expect(text).toMatch(/frame "Inner"\n {2}button "Press" \[f\de1\]/);
});

test('a text is a target wherever a selector is, also in frames', async ({ open }) => {
  const tab = await open('/pressable');
  for (const text of ['Listener', 'two', 'Part'])
    await tab.must('browser_click', { selector: `text=${text}` });
  expect(await tab.out()).toBe('listener;Two;part;');
  const inFrame = await tab.must('browser_click', { selector: 'text=Press' });
  expect(inFrame.data.clicked).toBe('button "Press"');
  await tab.must('browser_wait_for', { selector: 'text=Slotted' });
  const none = await tab.do('browser_click', { selector: 'text=Nowhere', timeoutMs: 200 });
  expect(none.text).toContain('Nothing on the page matches \\"text=Nowhere\\"');
  const forms = await open('/forms');
  const typed = await forms.must('browser_type', { selector: 'text=Note', text: 'Hello' });
  expect(typed.data.value).toBe('Hello');
});

test('the whole tree has refs too, frames, no password, and only the part that is asked for', async ({
  open,
}) => {
  const tab = await open('/pressable');
  const { text } = await tab.must('browser_get_accessibility_tree', { full: true });
  expect(text).toMatch(/RootWebArea[^]*generic \[e\d+\][^]*Iframe "Inner"[^]*button "Press" \[f\de\d+\]/);
  expect(text).not.toContain('hunter2');
  const list = await tab.must('browser_get_accessibility_tree', { full: true, selector: '#list' });
  expect(list.text).toContain('StaticText "Two"');
  expect(list.text).not.toContain('Listener');
  const [, ref] = /listitem[^\n]*\[(e\d+)\]/.exec(list.text) ?? [];
  await tab.must('browser_click', { ref });
  expect(await tab.out()).toBe('One;');
  const found = await tab.must('browser_get_accessibility_tree', { full: true, find: 'part' });
  expect(found.text).toContain('"Part"');
  expect(found.text).not.toContain('Listener');
});

test('long pages come in parts, and only what is looked for when that is asked @full', async ({ open }) => {
  const tab = await open('/many');
  const { text } = await tab.must('browser_get_accessibility_tree', { maxChars: 2_000 });
  expect(text.length).toBeLessThan(2_400);
  const offset = Number(/again with offset (\d+)/.exec(text)?.[1]);
  const next = await tab.must('browser_get_accessibility_tree', { maxChars: 2_000, offset });
  expect(next.text).not.toContain('"Open 0"');
  expect(next.text).toContain('"Open 30"');
  const found = await tab.must('browser_get_accessibility_tree', { find: 'delete row 42' });
  expect(found.text.match(/Delete row \d+/g)?.length).toBe(11);
  const ref = await tab.refOf('"Open 3"');
  const one = await tab.must('browser_get_accessibility_tree', { ref });
  expect(one.text).toContain('/row/3');
  expect(one.text).not.toContain('/row/4');
  const whole = await tab.must('browser_get_accessibility_tree', { full: true, maxChars: 200_000 });
  expect(whole.text).toContain('RootWebArea');
});

test('frames of both origins and shadow roots, open and closed, are in it', async ({ open }) => {
  const frames = await open('/frames');
  const { text } = await frames.must('browser_get_accessibility_tree');
  expect(text).toMatch(
    /frame "Same"\n {2}button "Press" \[f\de1\][^]*frame "Other"\n {2}button "Outer button" \[f\de1\]\n {2}frame "Deep"\n {4}button "Press" \[f\de1\]/,
  );
  const shadow = await open('/shadow');
  const inside = (await shadow.must('browser_get_accessibility_tree')).text;
  for (const name of ['In open', 'In closed', 'In a plain host', 'In two hosts'])
    expect(inside).toMatch(new RegExp(`button "${name}" \\[e\\d+\\]`));
});

test('a frame is read although its process is slow to describe itself', async ({ open, chrome }) => {
  // As it is on a machine that does much else.
  await chrome.inWorker(`globalThis.sendAtOnce = chrome.debugger.sendCommand;
    chrome.debugger.sendCommand = async (target, method, params) => {
      const answer = await sendAtOnce.call(chrome.debugger, target, method, params);
      if (method === 'Page.getFrameTree' && target.sessionId !== undefined)
        await new Promise((resolve) => setTimeout(resolve, 3_000));
      return answer;
    }; 1`);
  try {
    const frames = await open('/frames');
    const { text } = await frames.must('browser_get_accessibility_tree');
    expect(text).toMatch(/frame "Deep"\n {4}button "Press" \[f\de1\]/);
  } finally {
    await chrome.inWorker('chrome.debugger.sendCommand = sendAtOnce; 1');
  }
});

for (const path of ['/strict', '/trusted', '/sandboxed']) {
  const tag = path === '/strict' ? [] : ['@full'];
  test(
    `${path.slice(1)} pages are read, scripted and typed into like any other`,
    { tag },
    async ({ open }) => {
      const tab = await open(path);
      expect((await tab.must('browser_get_accessibility_tree')).text).toContain('button "Press" [e1]');
      expect(await tab.run('document.title')).toBe('Strict');
      await tab.must('browser_click', { selector: 'button' });
      const typed = await tab.must('browser_type', { selector: 'input', text: 'Ada' });
      expect(typed.data.value).toBe('Ada');
    },
  );
}

test('pictures: the tab although it is hidden, an element, the whole page', async ({ open }) => {
  const tab = await open('/targets');
  const sizes = [];
  for (const what of [{}, { selector: '#far', highlight: true }, { fullPage: true }]) {
    const { picture, data } = await tab.must('browser_screenshot', { format: 'png', ...what });
    expect(picture?.subarray(1, 4).toString()).toBe('PNG');
    expect(picture?.readUInt32BE(16)).toBe(data.width);
    expect(picture?.readUInt32BE(20)).toBe(data.height);
    sizes.push(Number(data.height));
  }
  const [viewport = 0, element = 0, page = 0] = sizes;
  expect(element).toBeLessThan(viewport);
  expect(page).toBeGreaterThan(3_000);
});

test('the console, uncaught errors, and requests with their secrets masked', async ({ open }) => {
  const tab = await open('/noisy');
  await tab.must('browser_wait_for', { text: 'first' });
  const console = await tab.must('browser_get_console');
  expect(console.text).toContain('hello Object { a: 1 }');
  expect(console.text).toContain('Error: boom');
  await tab.must('browser_click', { selector: 'button' });
  await tab.must('browser_wait_for', { text: 'fetched' });
  const failed = await tab.must('browser_get_network', { failed: true, find: '/api' });
  const requests = failed.data.requests as { url: string; status: number }[];
  expect(requests).toMatchObject([{ status: 500 }]);
  expect(failed.text).not.toContain('abc');
  const all = await tab.must('browser_get_network', { find: 'say=first' });
  const [first] = all.data.requests as { request_id: string }[];
  const detail = await tab.must('browser_get_network', { request_id: first?.request_id });
  expect(detail.text).toContain('first');
  expect(detail.text).not.toContain('topsecret');
});

test('waiting ends with what was waited for, or says what is missing', async ({ open }) => {
  const tab = await open('/targets');
  await tab.must('browser_click', { selector: '#late' });
  await tab.must('browser_wait_for', { selector: '#later', timeoutMs: 5_000 });
  const missing = await tab.do('browser_wait_for', { text: 'never', timeoutMs: 300 });
  expect(missing.text).toContain('the text \\"never\\" is not on the page');
  const frames = await open('/frames');
  await frames.must('browser_wait_for', {
    selector: 'iframe[title=Other] >>> iframe >>> button',
    idle: true,
  });
});
