/** What was copied elsewhere is not read by pasting it: one test for each way. */
import type { Agent } from './support/agent.ts';
import type { Chrome } from './support/chrome.ts';
import { test } from './support/person-test.ts';
import type { Person } from './support/person.ts';
import type { Site } from './support/site.ts';
import { expect, tabOf, type TabOnSite } from './support/test.ts';

const copied = 'correct horse battery staple';
const part = /correct|horse|battery|staple/;

/** The person copies a text on another site, and the agent may use this one. */
async function copyElsewhere(
  agent: Agent,
  person: Person,
  site: Site,
  sites: object = { act: 'always' },
): Promise<TabOnSite> {
  await person.decide({ mode: 'allow' });
  const elsewhere = tabOf(agent, await person.open(`${site.elsewhere}/pasting`));
  await elsewhere.must('browser_type', { selector: '#field', text: copied });
  await elsewhere.must('browser_press_key', { selector: '#field', key: 'Control+a' });
  await elsewhere.must('browser_press_key', { key: 'Control+c' });
  await person.decide({ sites: { [site.url]: sites } });
  return tabOf(agent, await person.open(`${site.url}/pasting`));
}

/** All that an agent reads of the page. */
async function read(tab: TabOnSite): Promise<string> {
  const answers = [
    await tab.must('browser_get_accessibility_tree'),
    await tab.must('browser_get_accessibility_tree', { full: true }),
    await tab.must('browser_get_accessibility_tree', { find: 'horse' }).catch((error: unknown) => ({
      text: String(error),
    })),
    await tab.must('browser_get_console'),
    await tab.must('browser_get_network'),
    await tab.do('browser_wait_for', { text: 'corr', timeoutMs: 300 }),
  ];
  expect(answers[5]?.text).toContain('wait/timed-out');
  return answers
    .map(({ text }) => text)
    .join('\n')
    .replaceAll(/No line has[^\n]*|Nothing[^\n]*/g, '');
}

for (const [key, selector] of [
  ['Control+v', '#field'],
  ['Control+Shift+v', '#area'],
  ['Shift+Insert', '#area'],
  ['ControlOrMeta+v', '#editor'],
] as const)
  test(`what ${key} pastes into ${selector} is masked`, async ({ agent, person, site }) => {
    const tab = await copyElsewhere(agent, person, site);
    const pressed = await tab.must('browser_press_key', { selector, key });
    expect(pressed.text).not.toMatch(part);
    expect(await read(tab)).not.toMatch(part);
    // A part of it is not shown either.
    await tab.must('browser_press_key', { selector, key: 'Backspace' });
    const typed = await tab.must('browser_type', { selector, text: '!' });
    expect(typed.text).not.toMatch(part);
    expect(await read(tab)).not.toMatch(part);
    await person.decide({ mode: 'allow' });
    // It really was pasted.
    expect(await tab.run(`(${selector.slice(1)}.value ?? ${selector.slice(1)}.textContent).length`)).toBe(28);
  });

/** What reaches a field by other ways than a key. Whatever of it the browser allows is masked. */
for (const way of ['a middle click', 'the context menu', 'a command of a script'] as const)
  test(`${way} shows nothing of what was copied`, async ({ agent, person, site }) => {
    const tab = await copyElsewhere(agent, person, site, { act: 'always', script: 'always' });
    const answers: { text: string }[] = [];
    if (way === 'a middle click')
      answers.push(await tab.must('browser_click', { selector: '#area', button: 'middle' }));
    else if (way === 'the context menu') {
      answers.push(await tab.must('browser_click', { selector: '#area', button: 'right' }));
      for (const key of ['p', 'Enter', 'Escape'])
        answers.push(await tab.do('browser_press_key', { selector: '#area', key }));
    } else {
      // With a gesture, without which a browser refuses it at once.
      await tab.must('browser_execute_js', {
        code: `send.onclick = () => { area.focus(); area.dataset.pasted = document.execCommand('paste'); }, 0`,
      });
      answers.push(await tab.must('browser_click', { selector: '#send' }));
      answers.push(
        await tab.do('browser_execute_js', {
          code: `editor.focus(), document.execCommand('paste'), editor.innerHTML`,
        }),
        await tab.do('browser_execute_js', { code: `area.dataset.pasted + area.value` }),
      );
    }
    for (const { text } of answers) expect(text).not.toMatch(part);
    expect(await read(tab)).not.toMatch(part);
  });

test('what is dragged out of a field in which it was pasted is masked where it is dropped', async ({
  agent,
  person,
  site,
}) => {
  const tab = await copyElsewhere(agent, person, site);
  await tab.must('browser_press_key', { selector: '#field', key: 'Control+v' });
  await tab.must('browser_press_key', { selector: '#field', key: 'Control+a' });
  const dragged = await tab.must('browser_drag', { selector: '#field', to: { selector: '#area' } });
  expect(dragged.text).not.toMatch(part);
  expect(await read(tab)).not.toMatch(part);
  await person.decide({ mode: 'allow' });
  // It really was dropped.
  expect(await tab.run('area.value.length')).toBe(28);
});

test('HTML that was copied is masked with its addresses, and a picture in it is in no picture', async ({
  agent,
  person,
  site,
  chrome,
}) => {
  await person.decide({ mode: 'allow' });
  const elsewhere = tabOf(agent, await person.open(`${site.elsewhere}/pasting`));
  const red = `<svg xmlns='http://www.w3.org/2000/svg' width='120' height='80'><rect width='120' height='80' fill='black'/></svg>`;
  await elsewhere.run(`editor.innerHTML = '<a href="https://bank.example/?code=horsebattery">short</a> and <b>correct staple</b>',
    editor.append(Object.assign(new Image(120, 80), { src: 'data:image/svg+xml,' + ${JSON.stringify(encodeURIComponent(red))} })), 0`);
  await elsewhere.must('browser_press_key', { selector: '#editor', key: 'Control+a' });
  await elsewhere.must('browser_press_key', { key: 'Control+c' });
  await person.decide({ sites: { [site.url]: { act: 'always', script: 'always' } } });
  const tab = tabOf(agent, await person.open(`${site.url}/pasting`));
  await tab.must('browser_execute_js', {
    code: `editor.oninput = () => echo.textContent = editor.innerHTML, 0`,
  });
  await tab.must('browser_press_key', { selector: '#editor', key: 'Control+v' });
  expect(await read(tab)).not.toMatch(part);
  const { text } = await tab.must('browser_execute_js', { code: `editor.querySelector('a').href` });
  expect(text).not.toMatch(part);
  const hidden = await tab.must('browser_screenshot', { selector: '#editor', format: 'png' });
  await person.decide({ sites: { [site.url]: { act: 'always', paste: 'always' } } });
  const shown = await tab.must('browser_screenshot', { selector: '#editor', format: 'png' });
  const dark = { shown: await darkIn(chrome, shown.picture), hidden: await darkIn(chrome, hidden.picture) };
  // The words are dots in one of them; the rest is the picture.
  expect(dark.shown - dark.hidden, JSON.stringify(dark)).toBeGreaterThan(4_000);
});

test('it stays masked where it is moved, echoed and sent, and a script does not return it', async ({
  agent,
  person,
  site,
}) => {
  const tab = await copyElsewhere(agent, person, site, { act: 'always', script: 'always' });
  await tab.must('browser_press_key', { selector: '#field', key: 'Control+v' });
  await tab.must('browser_press_key', { key: 'Control+a' });
  await tab.must('browser_press_key', { key: 'Control+x' });
  await tab.must('browser_press_key', { selector: '#area', key: 'Control+v' });
  expect(await read(tab)).not.toMatch(part);
  for (const code of [
    'area.value',
    '[...area.value].join("-")',
    'btoa(area.value)',
    '({ a: { b: area.value } })',
  ]) {
    const { text } = await tab.must('browser_execute_js', { code });
    expect(text).not.toMatch(part);
    expect(text).not.toContain(Buffer.from(copied).toString('base64'));
    expect(text).not.toContain(copied.slice(0, 5).split('').join('-'));
  }
  const sent = await tab.must('browser_click', { selector: '#send' });
  expect(sent.text).not.toMatch(part);
  expect(await read(tab)).not.toMatch(part);
});

test('it is dots in a picture, and shown again when the person allows pasting there', async ({
  agent,
  person,
  site,
  chrome,
}) => {
  const tab = await copyElsewhere(agent, person, site);
  await tab.must('browser_press_key', { selector: '#field', key: 'Control+v' });
  const hidden = await tab.must('browser_screenshot', { selector: '#field', format: 'png' });
  await person.decide({ sites: { [site.url]: { act: 'always', paste: 'always' } } });
  expect((await tab.must('browser_get_accessibility_tree')).text).toContain(copied);
  const shown = await tab.must('browser_screenshot', { selector: '#field', format: 'png' });
  expect(await darkIn(chrome, hidden.picture)).not.toBe(await darkIn(chrome, shown.picture));
  // The picture left nothing behind.
  await person.decide({ mode: 'allow' });
  expect(await tab.run('field.style.cssText')).toBe('');
});

test('what the agent typed, copied or pasted itself is shown', async ({ agent, person, site }) => {
  const tab = await copyElsewhere(agent, person, site);
  await tab.must('browser_type', { selector: '#field', text: 'words of the agent' });
  await tab.must('browser_press_key', { selector: '#field', key: 'Control+a' });
  await tab.must('browser_press_key', { key: 'Control+c' });
  await tab.must('browser_press_key', { selector: '#area', key: 'Control+v' });
  const { text } = await tab.must('browser_get_accessibility_tree');
  expect(text.match(/words of the agent/g)?.length).toBeGreaterThanOrEqual(2);
  const typed = await tab.must('browser_type', { selector: '#area', text: 'more', clear: true });
  expect(typed.data.value).toBe('more');
});

test('a field is shown again when nothing of what was pasted is left in it', async ({
  agent,
  person,
  site,
}) => {
  const tab = await copyElsewhere(agent, person, site);
  await tab.must('browser_press_key', { selector: '#field', key: 'Control+v' });
  await tab.must('browser_type', { selector: '#field', text: '', clear: true });
  const { data } = await tab.must('browser_type', { selector: '#field', text: 'typed' });
  expect(data.value).toBe('typed');
});

/** Number of dark pixels. */
async function darkIn(chrome: Chrome, picture: Buffer | null): Promise<number> {
  if (picture === null) throw new Error('There is no picture.');
  return chrome.inPopup<number>(`(async () => {
    const bytes = Uint8Array.from(atob('${picture.toString('base64')}'), (char) => char.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let dark = 0;
    for (let at = 0; at < data.length; at += 4) if (data[at] + data[at + 1] + data[at + 2] < 250) dark++;
    return dark;
  })()`);
}
