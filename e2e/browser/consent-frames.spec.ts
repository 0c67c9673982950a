/** A frame has the permissions of its own site: one test for each way into a frame that agents may not use. */
import type { Chrome } from './support/chrome.ts';
import { test } from './support/person-test.ts';
import type { Person } from './support/person.ts';
import type { Site } from './support/site.ts';
import { expect, tabOf, type TabOnSite } from './support/test.ts';

/** What is in the frames of the bank. Its host is named, and nothing else. */
const ofBank = /4711|Pay"|paid|Balance|Transfer|Statement|statement|bank log|bankrequest|Till of/;
const closed = /frame "Pay here": closed, localhost:\d+ is not for agents/;

/** Everything is allowed on the shop, and nothing on the bank in its frame. */
async function forbid(person: Person, site: Site, mode: 'ask' | 'allow' = 'ask'): Promise<void> {
  const all = { read: 'always', act: 'always', script: 'always', secrets: 'always' };
  await person.decide({ mode, neverAdded: ['localhost'], sites: { [site.url]: all, [site.elsewhere]: all } });
}

/** What was done to the bank, which the person looks at. */
async function doneToBank(tab: TabOnSite, person: Person, selector = '#bank >>> #out'): Promise<string> {
  await person.decide({ mode: 'allow' });
  const { text } = await tab.must('browser_get_accessibility_tree', { selector });
  return text;
}

for (const mode of ['ask', 'allow'] as const)
  test(`a frame of a site that is never driven is one line in what is read, in mode "${mode}"`, async ({
    agent,
    person,
    site,
  }) => {
    await forbid(person, site, mode);
    const tab = tabOf(agent, await person.open(`${site.url}/shop`));
    await tab.must('browser_navigate', { action: 'reload' });
    await tab.run(`bank.contentWindow.postMessage('log', '*'), fetch('/api?say=ofshop').then(() => 0)`);
    const answers = [
      await tab.must('browser_get_accessibility_tree'),
      await tab.must('browser_get_accessibility_tree', { full: true }),
      await tab.must('browser_get_accessibility_tree', { find: 'a' }),
      await tab.must('browser_get_console'),
      await tab.must('browser_get_network'),
      await tab.must('browser_get_performance', { ms: 100 }),
      await tab.do('browser_get_accessibility_tree', { selector: '#bank >>> h1' }),
      await tab.do('browser_wait_for', { text: 'Account', timeoutMs: 500 }),
      await tab.do('browser_wait_for', { selector: '#bank >>> h1', timeoutMs: 500 }),
      await tab.do('browser_click', { selector: 'text=9000', timeoutMs: 500 }),
    ];
    for (const { text } of answers) expect(text).not.toMatch(ofBank);
    expect(answers[0]?.text).toMatch(closed);
    expect(answers[1]?.text).toMatch(/closed, localhost:\d+ is not for agents/);
    expect(answers[0]?.text).not.toMatch(/\[f\d+/);
    for (const { text } of answers.slice(3, 6)) expect(text).not.toContain('localhost');
    expect(answers[4]?.text).toContain('ofshop');
    for (const answer of answers.slice(6)) expect(answer.isError).toBe(true);
    for (const index of [6, 8]) expect(answers[index]?.text).toContain('browser/not-allowed');
    await person.expectNoQuestion();
  });

test('no click, key, wheel, drag or file gets into a frame of a site that is never driven', async ({
  agent,
  person,
  site,
}) => {
  await forbid(person, site);
  const tab = tabOf(agent, await person.open(`${site.url}/shop`));
  for (const [tool, args] of [
    ['browser_click', { x: 30, y: 200 }],
    ['browser_hover', { x: 30, y: 200 }],
    ['browser_click', { selector: '#bank' }],
    ['browser_click', { selector: '#bank >>> #pay' }],
    ['browser_type', { selector: '#bank >>> #code', text: 'abc' }],
    ['browser_type', { selector: '#bank', text: 'abc' }],
    ['browser_press_key', { selector: '#bank >>> #code', key: 'a' }],
    ['browser_drag', { selector: '#card', to: { selector: '#bank' } }],
    ['browser_drag', { selector: '#card', to: { selector: '#bank >>> #out' } }],
    ['browser_drag', { selector: '#bank', to: { selector: '#card' } }],
    ['browser_scroll', { selector: '#bank >>> #out' }],
    ['browser_fill_form', { fields: [{ selector: '#bank >>> #code', value: 'abc' }] }],
    ['browser_fill_form', { fields: [{ label: 'Code', value: 'abc' }] }],
    ['browser_screenshot', { selector: '#bank >>> #out' }],
  ] as const) {
    const { text, isError } = await tab.do(tool, { ...args, timeoutMs: 1_000 });
    expect(text, `${tool} ${JSON.stringify(args)}`).toMatch(/not-allowed|target\/|failed/);
    expect(isError || text.includes('"failed"'), `${tool} ${JSON.stringify(args)}: ${text}`).toBe(true);
    expect(text).not.toMatch(ofBank);
  }
  // The page around it is used as before.
  await tab.must('browser_click', { selector: '#buy' });
  expect(await tab.run('buy.textContent')).toBe('Bought');
  expect(await doneToBank(tab, person)).toContain('untouched');
});

test('no key gets into it when the focus does, by Tab or by a script', async ({ agent, person, site }) => {
  await forbid(person, site);
  const tab = tabOf(agent, await person.open(`${site.url}/shop`));
  await tab.must('browser_click', { selector: '#before' });
  await tab.must('browser_press_key', { key: 'Tab' });
  expect(await tab.run('document.activeElement.id')).toBe('bank');
  for (const [tool, args] of [
    ['browser_type', { text: 'abc' }],
    ['browser_press_key', { key: 'Enter' }],
    ['browser_press_key', { key: 'Tab', times: 3 }],
  ] as const)
    expect((await tab.do(tool, args)).text).toContain('browser/not-allowed');
  await tab.run('document.activeElement.blur()');
  await tab.run(`bank.contentWindow.focus(), 0`);
  expect((await tab.do('browser_type', { text: 'abc' })).text).toContain('browser/not-allowed');
  // While keys are on their way.
  await tab.run(
    `before.focus(), before.oninput = () => { before.oninput = null; bank.contentWindow.focus(); }, 0`,
  );
  await tab.do('browser_type', { selector: '#before', text: 'abcdef' });
  await tab.run(`before.focus(), before.onkeydown = () => bank.contentWindow.focus(), 0`);
  await tab.do('browser_type', { selector: '#before', text: 'abcdef', delay: 20 });
  await tab.do('browser_press_key', { selector: '#before', key: 'a', times: 5 });
  expect(await doneToBank(tab, person)).toContain('untouched');
});

test('a script of the agent moves no click into it', async ({ agent, person, site }) => {
  await forbid(person, site);
  const tab = tabOf(agent, await person.open(`${site.url}/shop`));
  // The frame comes under the pointer when that moves, and again when it is pressed.
  await tab.run(`bank.style.top = '500px'; const over = document.createElement('button');
    over.textContent = 'Harmless'; over.style.cssText = 'position:absolute;left:0;top:100px;width:300px;height:300px';
    document.body.append(over); const swap = () => { over.style.display = 'none'; bank.style.top = '100px'; };
    over.onmousemove = swap; over.onpointerdown = swap, 0`);
  await tab.do('browser_click', { selector: 'text=Harmless' });
  await tab.run(`bank.style.top = '100px', 0`);
  expect(await doneToBank(tab, person)).toContain('untouched');
});

test('it is not in a picture, also when a script moves it or puts it there', async ({
  agent,
  person,
  site,
  chrome,
}) => {
  await forbid(person, site);
  const tab = tabOf(agent, await person.open(`${site.url}/second`));
  // The whole page of the bank is red.
  await tab.run(`const frame = document.createElement('iframe'); frame.src = '${site.elsewhere}/bank';
    frame.style.cssText = 'position:fixed;left:0;top:0;width:600px;height:400px;border:0'; frame.id = 'bank';
    new Promise((resolve) => { frame.onload = () => resolve(0); document.body.append(frame); })`);
  for (const args of [{}, { fullPage: true }, { selector: '#bank' }, { format: 'png' }]) {
    const { picture } = await tab.must('browser_screenshot', args);
    expect(await redIn(chrome, picture), JSON.stringify(args)).toBe(0);
  }
  await tab.run(
    `globalThis.isMoving = true; (function move(left) { if (!isMoving) return; bank.style.left = left + 'px'; requestAnimationFrame(() => move(300 - left)); })(0), 0`,
  );
  expect(await redIn(chrome, (await tab.must('browser_screenshot')).picture)).toBe(0);
  const { text } = await tab.must('browser_get_accessibility_tree');
  expect(text).not.toMatch(ofBank);
  await tab.run(`isMoving = false, bank.style.left = 0, 0`);
  expect((await tab.do('browser_click', { x: 20, y: 20 })).text).toContain('browser/not-allowed');
  await person.decide({ mode: 'allow' });
  expect(await redIn(chrome, (await tab.must('browser_screenshot')).picture)).toBeGreaterThan(1_000);
});

test('a fenced frame, whose site nobody knows, is in no picture', async ({ agent, person, site, chrome }) => {
  await forbid(person, site);
  const tab = tabOf(agent, await person.open(`${site.url}/second`));
  // Without a document, which a site must opt into and this browser may not load: its box is drawn all the same.
  await tab.run(`const style = 'width:200px;height:150px;background:rgb(255,0,0)!important;visibility:visible!important';
    const host = document.createElement('div'), open = host.attachShadow({ mode: 'open' });
    document.body.append(host);
    for (const parent of [document.body, open]) { const frame = document.createElement('fencedframe'); frame.style.cssText = style; parent.append(frame); }
    typeof HTMLFencedFrameElement`);
  for (const args of [{}, { format: 'png' }, { fullPage: true }]) {
    const { picture } = await tab.must('browser_screenshot', args);
    expect(await redIn(chrome, picture), JSON.stringify(args)).toBe(0);
  }
  const styles = `[document.querySelector('fencedframe'), document.querySelector('div').shadowRoot.firstChild].map((each) => each.style.visibility).join()`;
  expect(await tab.run(styles)).toBe('visible,visible');
  // One that a script shows again is in none, either.
  await tab.run(`new MutationObserver(([{ target }]) => { if (target.style.visibility === 'hidden') target.style.setProperty('visibility', 'visible', 'important'); })
    .observe(document.querySelector('fencedframe'), { attributes: true }), 0`);
  const refused = await tab.do('browser_screenshot');
  expect([refused.picture, refused.text]).toEqual([null, expect.stringContaining('fenced frame')]);
});

test('what is inside of it is closed too, and so are objects and sandboxed frames', async ({
  agent,
  person,
  site,
}) => {
  await forbid(person, site);
  const nested = tabOf(agent, await person.open(`${site.url}/nested-frames`));
  const { text } = await nested.must('browser_get_accessibility_tree');
  expect(text).not.toMatch(ofBank);
  expect(text).toContain('Written by the shop');
  expect(text).toContain('Blank of the shop');
  expect(text).toContain('Words of the data');
  expect(text).toMatch(/frame "Bank": closed/);
  expect(text).toMatch(/frame "Sandboxed": closed/);
  const objects = tabOf(agent, await person.open(`${site.url}/objects`));
  expect((await objects.must('browser_get_accessibility_tree', { full: true })).text).not.toMatch(ofBank);
  for (const y of [150, 350])
    expect((await objects.do('browser_click', { x: 30, y })).text).toContain('browser/not-allowed');
  expect((await objects.do('browser_wait_for', { text: 'Account', timeoutMs: 500 })).isError).toBe(true);
});

test('a frame that goes to such a site is closed from that moment, with its old refs', async ({
  agent,
  person,
  site,
}) => {
  await forbid(person, site);
  const tab = tabOf(agent, await person.open(`${site.url}/moving-frame`));
  const ref = await tab.refOf('Voucher');
  await tab.must('browser_type', { ref, text: 'abc' });
  await tab.run(`frames[0].postMessage('leave', '*'), 0`);
  const gone = tab.do('browser_wait_for', { textGone: 'Till of the shop', timeoutMs: 10_000 });
  expect((await gone).text).not.toMatch(ofBank);
  const { text } = await tab.must('browser_get_accessibility_tree');
  expect(text).toMatch(/frame "Till": closed/);
  expect(text).not.toMatch(ofBank);
  expect((await tab.do('browser_click', { ref })).isError).toBe(true);
});

test('what the person forbids while it is open is closed at once', async ({ agent, person, site }) => {
  const all = { read: 'always', act: 'always', script: 'always' };
  await person.decide({ sites: { [site.url]: all, [site.elsewhere]: all } });
  const tab = tabOf(agent, await person.open(`${site.url}/shop`));
  const ref = await tab.refOf('Pay"');
  await tab.run(`bank.contentWindow.postMessage('log', '*'), 0`);
  await expect.poll(async () => (await tab.must('browser_get_network')).text).toContain('bankrequest');
  expect((await tab.must('browser_get_console')).text).toContain('bank log');
  await person.decide({ sites: { [site.url]: all, [site.elsewhere]: { ...all, read: 'never' } } });
  expect((await tab.do('browser_click', { ref })).text).toContain('browser/not-allowed');
  for (const tool of ['browser_get_accessibility_tree', 'browser_get_network', 'browser_get_console'])
    expect((await tab.must(tool)).text).not.toMatch(ofBank);
  expect(await doneToBank(tab, person)).toContain('untouched');
});

test('no download of it is told', async ({ agent, person, site }) => {
  await forbid(person, site);
  const tab = tabOf(agent, await person.open(`${site.url}/shop`));
  await tab.must('browser_get_accessibility_tree');
  await tab.run(`bank.contentWindow.postMessage('download', '*'), 0`);
  const { text } = await tab.do('browser_wait_for', { download: true, timeoutMs: 1_500 });
  expect(text).not.toMatch(/statement|hidden/);
  expect(text).toContain('no download');
});

test('an agent neither learns of its dialogs nor answers them', async ({ agent, person, site }) => {
  await forbid(person, site);
  const tab = tabOf(agent, await person.open(`${site.url}/shop`));
  await tab.run(`buy.onclick = () => bank.contentWindow.postMessage('confirm', '*'), 0`);
  const { text } = await tab.must('browser_click', { selector: '#buy', dialog: 'accept' });
  expect(text).not.toMatch(ofBank);
  // The page goes on, whoever has answered.
  await tab.must('browser_get_accessibility_tree');
  expect(await doneToBank(tab, person)).toContain('answered false');
});

test('a frame that was not asked about is closed until the agent acts on it', async ({
  agent,
  person,
  site,
}) => {
  const all = { read: 'always', act: 'always' };
  await person.decide({ sites: { [site.url]: all } });
  const tab = tabOf(agent, await person.open(`${site.url}/shop`));
  const { text } = await tab.must('browser_get_accessibility_tree');
  expect(text).not.toMatch(ofBank);
  const [, ref = ''] = /frame "Pay here" \[(f\d+)\]: not read, localhost:\d+/.exec(text) ?? [];
  await person.expectNoQuestion();
  expect((await tab.do('browser_click', { ref })).text).toContain('browser_get_accessibility_tree');
  const reading = tab.do('browser_get_accessibility_tree', { ref });
  const heading = (await person.question()).getByRole('heading');
  await expect(heading).toContainText(/wants to read localhost:\d+ inside 127\.0\.0\.1:\d+/);
  await person.answer('While this tab is open');
  expect((await reading).text).toContain('Account DE4711');
  const pay = await tab.refOf('Pay"');
  const clicking = tab.do('browser_click', { ref: pay });
  await expect((await person.question()).getByRole('heading')).toContainText('wants to use localhost');
  await person.answer('Allow once');
  expect((await clicking).isError).toBe(false);
  const again = tab.do('browser_click', { x: 30, y: 200 });
  await person.answer('Not now');
  expect((await again).text).toContain('browser/not-allowed');
  expect(await doneToBank(tab, person)).toContain('paid');
});

/** How many of the sampled pixels have the red of the bank. */
async function redIn(chrome: Chrome, picture: Buffer | null): Promise<number> {
  if (picture === null) throw new Error('There is no picture.');
  return chrome.inPopup<number>(`(async () => {
    const bytes = Uint8Array.from(atob('${picture.toString('base64')}'), (char) => char.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let red = 0;
    for (let at = 0; at < data.length; at += 4) if (data[at] > 200 && data[at + 1] < 90 && data[at + 2] < 90) red++;
    return red;
  })()`);
}
