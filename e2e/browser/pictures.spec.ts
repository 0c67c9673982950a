/** Pictures of a tab that is in front show what the page shows at that moment, whichever way they are taken. */
import type { Answer } from './support/agent.ts';
import { expect, type TabOnSite, test } from './support/test.ts';

const background = 'document.documentElement.style.background';

interface Seen {
  readonly width: number;
  readonly height: number;
  /** In the middle of the left edge, where the mark of a driven tab would be. */
  readonly color: string;
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
  const size = (await tab.run('({ width: innerWidth, height: innerHeight })')) as object;
  for (const answer of answers) {
    expect(answer.data).toMatchObject({ ...size, title: 'Changed' });
    expect(await look(tab, answer)).toEqual({ ...size, color: 'rgb(200, 100, 0)' });
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

async function bringToFront(
  tab: TabOnSite,
  chrome: { inWorker(code: string): Promise<unknown> },
): Promise<void> {
  await chrome.inWorker(`chrome.tabs.update(${tab.id}, { active: true }).then(() => true)`);
  await expect.poll(() => tab.run('document.visibilityState')).toBe('visible');
}

async function look(tab: TabOnSite, { picture }: Answer): Promise<Seen> {
  const code = `const picture = await createImageBitmap(
    new Blob([Uint8Array.from(atob('${picture?.toString('base64')}'), (char) => char.charCodeAt(0))]));
    const { width, height } = picture;
    const canvas = new OffscreenCanvas(width, height).getContext('2d');
    canvas.drawImage(picture, 0, 0);
    const pixel = [...canvas.getImageData(1, Math.floor(height / 2), 1, 1).data].slice(0, 3);
    // JPEG changes colours by one or two.
    return { width, height, color: 'rgb(' + pixel.map((value) => Math.round(value / 10) * 10).join(', ') + ')' }`;
  return (await tab.run(code)) as Seen;
}
