/** Pictures show what the page shows at that moment, whichever way they are taken, and tabs in the background are drawn. */
import { type Agent, type Answer, startAgent } from './support/agent.ts';
import { type Chrome, startChrome } from './support/chrome.ts';
import { startServing } from './support/serving.ts';
import { expect, tabOf, type TabOnSite, test } from './support/test.ts';

const background = 'document.documentElement.style.background';

interface Seen {
  readonly width: number;
  readonly height: number;
  /** In the middle of the left edge, unless another place was asked for. */
  readonly color: string;
  /** The picture has the blue of the mark of a driven tab. */
  readonly isMarked: boolean;
}

test('a picture shows the change that was made just before, also one that takes long to draw', async ({
  open,
  chrome,
}) => {
  const tab = await open('/targets');
  await bringToFront(tab, chrome);
  for (const color of ['rgb(0, 130, 0)', 'rgb(130, 0, 130)', 'rgb(0, 0, 0)']) {
    await tab.run(`${background} = '${color}'; for (const element of document.querySelectorAll('*'))
      element.style.boxShadow = '0 0 ${color.length + 30}px ' + element.tagName.length + 'px ${color}'`);
    expect(await look(tab, await tab.must('browser_screenshot'))).toMatchObject({ color });
  }
});

test('a picture shows what the page has changed by itself, is as large as the window, and has no mark in it', async ({
  open,
  chrome,
}) => {
  const tab = await open('/targets');
  await bringToFront(tab, chrome);
  await tab.run(
    `setTimeout(() => { ${background} = 'rgb(200, 100, 0)'; document.title = 'Changed' }, 1_000), 0`,
  );
  // The agent is not told of it.
  await expect
    .poll(() => chrome.inWorker(`chrome.tabs.get(${tab.id}).then(({ title }) => title)`))
    .toBe('Changed');
  const answers = [await tab.must('browser_screenshot'), await tab.must('browser_screenshot')];
  const size = await windowSize(tab);
  for (const answer of answers) {
    expect(answer.data).toMatchObject({ ...size, title: 'Changed' });
    expect(await look(tab, answer)).toEqual({ ...size, color: 'rgb(200, 100, 0)', isMarked: false });
  }
});

test('several pictures at once are all of the window, also in the size of another device', async ({
  open,
  chrome,
}) => {
  const tab = await open('/targets');
  await bringToFront(tab, chrome);
  await tab.must('browser_emulate', { width: 700, height: 500 });
  await tab.run(`setTimeout(() => { document.title = 'Later' }, 1_000), 0`);
  await expect
    .poll(() => chrome.inWorker(`chrome.tabs.get(${tab.id}).then(({ title }) => title)`))
    .toBe('Later');
  const answers = await Promise.all([1, 2, 3].map(() => tab.must('browser_screenshot')));
  for (const answer of answers) expect(await look(tab, answer)).toMatchObject({ width: 700, height: 500 });
});

test('the first picture of a tab has no mark in it, wherever the tab is', async ({ agent, chrome, site }) => {
  for (const active of [true, false]) {
    const tab = await openByPerson(agent, chrome, `${site.url}/targets`, active);
    expect(await look(tab, await tab.must('browser_screenshot'))).toMatchObject({ isMarked: false });
    await chrome.inWorker(`chrome.tabs.remove(${tab.id}).then(() => true)`);
  }
});

test('a picture of a page that is slow to draw has no mark in it', async ({ open, chrome }) => {
  const tab = await open('/targets');
  await bringToFront(tab, chrome);
  await tab.run(`for (let count = 0; count < 40; count++) {
      const box = document.createElement('div');
      box.style.cssText = 'position: absolute; left: 300px; top: 50px; width: 800px; height: 700px';
      document.body.append(box);
      let frames = count;
      const draw = () => {
        box.style.boxShadow = '0 0 ' + (60 + (++frames % 30)) + 'px 5px rgb(255 220 0 / 30%)';
        requestAnimationFrame(draw);
      };
      draw();
    }`);
  for (let round = 0; round < 4; round++) {
    // It has come back after the last picture, and the page was left alone.
    await expect.poll(() => opacityOfMark(tab, chrome)).toBe('1');
    const answer = await tab.must('browser_screenshot');
    expect(await look(tab, answer)).toMatchObject({ isMarked: false });
  }
});

test('pictures that are taken at once do not disturb each other, and none waits for the element of another', async ({
  open,
  chrome,
}) => {
  const tab = await open('/targets');
  await bringToFront(tab, chrome);
  const place = 'position: absolute; inset: 0; width: 100vw; height: 100vh; background: #fff';
  await tab.run(`document.body.style.height = '3000px'; setTimeout(() =>
    document.body.insertAdjacentHTML('afterbegin', '<b id="comes-later" style="${place}">Late</b>'), 2_500)`);
  let hasLate = false;
  const late = tab.must('browser_screenshot', { selector: '#comes-later' }).then((answer) => {
    hasLate = true;
    return answer;
  });
  const [whole, window] = await Promise.all([
    tab.must('browser_screenshot', { fullPage: true }),
    tab.must('browser_screenshot', { format: 'png' }),
  ]);
  expect(hasLate).toBe(false);
  const seen = await look(tab, window);
  expect(seen).toMatchObject({ ...(await windowSize(tab)), isMarked: false });
  expect((await look(tab, whole)).height).toBeGreaterThan(2_900);
  expect(await look(tab, await late)).toMatchObject({ isMarked: false });
});

test('a picture has a pixel for each CSS pixel, with any zoom and on any emulated device', async ({
  open,
  chrome,
}) => {
  const tab = await open('/targets');
  await bringToFront(tab, chrome);
  await tab.must('browser_emulate', { width: 700, height: 500, scale: 2 });
  await expectCssPixels(tab);
  await tab.must('browser_emulate', { reset: true });
  await chrome.inWorker(`chrome.tabs.setZoom(${tab.id}, 1.5).then(() => true)`);
  await expect.poll(() => tab.run('devicePixelRatio')).toBe(1.5);
  await expectCssPixels(tab);
  await chrome.inWorker(`chrome.tabs.setZoom(${tab.id}, 1).then(() => true)`);
});

test('a picture has a pixel for each CSS pixel on a screen with two, and none too many', async ({ site }) => {
  await using serving = await startServing();
  await using sharp = await startChrome({ allowed: site.url, pixelRatio: 2 });
  await sharp.connectTo({ url: serving.url, key: serving.key });
  await expect.poll(() => serving.isConnected()).toBe(true);
  await using agent = await startAgent(serving.url);
  const tab = await openByPerson(agent, sharp, `${site.url}/targets`, true);
  await expectCssPixels(tab);
  await tab.must('browser_emulate', { width: 1_500, height: 1_000 });
  // Some time after an action, pictures are taken in another way: these are of before, of then and of after.
  const answers: Answer[] = [];
  const acted = performance.now();
  while (performance.now() - acted < 800) answers.push(await tab.must('browser_screenshot'));
  answers.push(await tab.must('browser_screenshot'));
  for (const answer of answers) expect(answer.data).toMatchObject({ width: 1_500, height: 1_000 });
  for (const answer of [...answers.slice(0, 1), ...answers.slice(-1)]) {
    expect(await look(tab, answer)).toMatchObject({ width: 1_500, height: 1_000 });
  }
});

test('a page in the background that reacts to a click in animation frames does so at once', async ({
  open,
  chrome,
}) => {
  const tab = await open('/targets');
  await tab.run(`document.body.insertAdjacentHTML('afterbegin', '<button id="opener">Open</button>');
    document.getElementById('opener').onclick = () => {
      let frames = 0;
      const step = () => {
        if (++frames < 4) requestAnimationFrame(step);
        else document.body.insertAdjacentHTML('afterbegin', '<button>Entry of the menu</button>');
      };
      requestAnimationFrame(step);
    };
    let last = performance.now();
    const untilRare = (now) => {
      if (now - last > 500) document.title = 'Frames are rare';
      else requestAnimationFrame(untilRare);
      last = now;
    };
    requestAnimationFrame(untilRare), 0`);
  // What was done until now no longer lets Chrome draw the tab.
  await expect
    .poll(() => chrome.inWorker(`chrome.tabs.get(${tab.id}).then(({ title }) => title)`))
    .toBe('Frames are rare');
  await tab.must('browser_click', { selector: '#opener' });
  // Without frames, there would be nothing in fifty of them.
  const menus: boolean[] = [];
  while (menus.length < 10 && !menus.includes(true)) {
    const { text } = await tab.must('browser_get_accessibility_tree');
    menus.push(text.includes('Entry of the menu'));
  }
  expect(menus).toContain(true);
  const picture = await tab.must('browser_screenshot');
  expect(await look(tab, picture)).toMatchObject(await windowSize(tab));
});

/** A tab that no agent has used yet. */
async function openByPerson(agent: Agent, chrome: Chrome, url: string, active: boolean): Promise<TabOnSite> {
  const id = await chrome.inWorker<number>(
    `chrome.tabs.create({ url: '${url}', active: ${active} }).then(({ id }) => id)`,
  );
  await expect
    .poll(() => chrome.inWorker(`chrome.tabs.get(${id}).then(({ status }) => status)`))
    .toBe('complete');
  return tabOf(agent, id);
}

async function expectCssPixels(tab: TabOnSite): Promise<void> {
  const place = 'position: absolute; left: 200px; top: 150px; width: 116px; height: 66px';
  await tab.run(`document.body.insertAdjacentHTML('beforeend',
    '<div id="measured" style="${place}; background: rgb(0, 130, 0)"></div>'), 0`);
  const { size, window } = await pictureOfWindow(tab);
  expect(window.data).toMatchObject(size);
  expect(await look(tab, window, [210, 160])).toMatchObject({ ...size, color: 'rgb(0, 130, 0)' });
  const element = await tab.must('browser_screenshot', { selector: '#measured' });
  // It has a margin of 12 pixels.
  expect(element.data).toMatchObject({ width: 140, height: 90 });
  expect(await look(tab, element, [22, 22])).toEqual({
    width: 140,
    height: 90,
    color: 'rgb(0, 130, 0)',
    isMarked: false,
  });
}

/** Chrome's bar about the debugger makes the window smaller a moment after the first command: then it is taken again. */
async function pictureOfWindow(
  tab: TabOnSite,
): Promise<{ size: { width: number; height: number }; window: Answer }> {
  for (;;) {
    const size = await windowSize(tab);
    const window = await tab.must('browser_screenshot');
    const after = await windowSize(tab);
    if (size.width === after.width && size.height === after.height) return { size, window };
  }
}

async function windowSize(tab: TabOnSite): Promise<{ width: number; height: number }> {
  const [width = 0, height = 0] = String(await tab.run('[innerWidth, innerHeight].join()'))
    .split(',')
    .map(Number);
  return { width, height };
}

async function bringToFront(
  tab: TabOnSite,
  chrome: { inWorker(code: string): Promise<unknown> },
): Promise<void> {
  await chrome.inWorker(`chrome.tabs.update(${tab.id}, { active: true }).then(() => true)`);
  await expect.poll(() => tab.run('document.visibilityState')).toBe('visible');
}

/** Read by the worker: what an agent does in the tab would count as an action. */
function opacityOfMark(tab: TabOnSite, chrome: Pick<Chrome, 'inWorker'>): Promise<string> {
  return chrome.inWorker(`chrome.scripting
    .executeScript({
      target: { tabId: ${tab.id} },
      func: () => document.querySelector('annotate-mcp-mark')?.style.opacity ?? '',
    })
    .then(([{ result }]) => result)`);
}

/** `at` is where the colour is read. */
async function look(tab: TabOnSite, { picture }: Answer, at?: readonly [number, number]): Promise<Seen> {
  const code = `const picture = await createImageBitmap(
    new Blob([Uint8Array.from(atob('${picture?.toString('base64')}'), (char) => char.charCodeAt(0))]));
    const { width, height } = picture;
    const canvas = new OffscreenCanvas(width, height).getContext('2d');
    canvas.drawImage(picture, 0, 0);
    const [x, y] = ${JSON.stringify(at ?? null)} ?? [1, Math.floor(height / 2)];
    const { data } = canvas.getImageData(0, 0, width, height);
    const pixelAt = (index) => [...data.subarray(index * 4, index * 4 + 3)];
    // JPEG changes colours by one or two.
    const color = pixelAt(y * width + x).map((value) => Math.round(value / 10) * 10).join(', ');
    const blue = [59, 130, 246];
    let marked = 0;
    for (let index = 0; index < width * height; index += 7)
      if (blue.every((part, which) => Math.abs(data[index * 4 + which] - part) < 12)) marked++;
    return { width, height, color: 'rgb(' + color + ')', isMarked: marked > 20 }`;
  return (await tab.run(code)) as Seen;
}
