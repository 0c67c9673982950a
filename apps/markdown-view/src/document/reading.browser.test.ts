/** Pictures, alerts, front matter, folds, anchors and the search, in the document alone. */
import { afterEach, describe, expect, it, vi } from 'vitest';

import type { DocumentCallbacks } from './panel-types.ts';
import { mouse, press } from './testing/input.ts';
import { allRendered, closePanel, commentOn, openPanel, select, wordsRange } from './testing/panel-page.ts';

afterEach(closePanel);

const svg = (color: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40" fill="${color}"/></svg>`)}`;

async function shown(text: string, callbacks: Partial<DocumentCallbacks> = {}) {
  const page = openPanel(text, {
    loadPicture: async (address) => {
      if (address.includes('none')) throw new Error('not found');
      return { url: svg('teal'), bytes: 100 };
    },
    ...callbacks,
  });
  const element = await allRendered(page.panel);
  return { ...page, element };
}

const frames = (element: Element) => [...element.querySelectorAll<HTMLElement>('.picture')];

describe('a picture', () => {
  const text =
    'Before ![one](a.png) between ![two](none.png) after.\n\n![three](https://example.org/c.png)\n';

  it('beside the file is shown; one that is missing says so; one elsewhere is opened by the browser', async () => {
    const { element, links } = await shown(text);
    await expect.poll(() => frames(element)[1]?.dataset.state === 'refused').toBe(true);
    const [one, two, three] = frames(element);
    expect([one, two, three].map((frame) => frame?.dataset.state)).toEqual(['shown', 'refused', 'foreign']);
    expect(one?.querySelector('img')?.naturalWidth).toBe(60);
    expect([one?.ariaLabel, two?.ariaLabel]).toEqual(['one', 'two · not found']);
    three?.querySelector('button')?.click();
    expect(links).toEqual(['https://example.org/c.png']);
    expect(element.textContent).not.toContain('example.org');
  });

  it('is read when it comes near the screen, and again when it has changed', async () => {
    const loadPicture = vi.fn(async () => ({ url: svg('red'), bytes: 1 }));
    const far = `${'word '.repeat(30)}\n\n`.repeat(300);
    const { element, panel } = await shown(`![near](near.png)\n\n${far}![far](far.png)\n`, { loadPicture });
    await expect.poll(() => frames(element)[0]?.dataset.state === 'shown').toBe(true);
    expect(loadPicture.mock.calls).toEqual([['near.png']]);
    panel.reloadPicture('near.png');
    await expect.poll(() => loadPicture.mock.calls.length === 2).toBe(true);
    await panel.loadAll();
    expect(loadPicture).toHaveBeenLastCalledWith('far.png');
  });

  it.each([
    ['one', '![one](a.png)'],
    ['two', '![two](none.png)'],
    ['three', '![three](https://example.org/c.png)'],
  ])('is commented on by a click: %s', async (alt, quote) => {
    const { element, panel, selected } = await shown(text);
    await expect.poll(() => frames(element)[0]?.dataset.state === 'shown').toBe(true);
    const frame = frames(element).find(({ dataset }) => dataset.alt === alt) ?? element;
    const { x, y, height } = frame.getBoundingClientRect();
    await mouse('mousePressed', x + 12, y + height / 2, true);
    await mouse('mouseReleased', x + 12, y + height / 2);
    await expect.poll(() => selected.at(-1)?.quote === quote).toBe(true);
    expect(panel.selection()?.quote).toBe(quote);
    panel.paint([commentOn(text, quote)]);
    expect(element.querySelector('[data-painted]')).toBe(frame);
    expect(panel.boxes().get(quote)?.top).toBeGreaterThan(0);
  });

  it('is commented on from the keyboard', async () => {
    const { element, commented } = await shown(
      'Text ![a **b** \\] c](<a (1).png> "t") ![x][ref] <img src=b.png>\n\n[ref]: d.png\n',
    );
    for (const [at, quote] of [
      '![a **b** \\] c](<a (1).png> "t")',
      '![x][ref]',
      '<img src=b.png>',
    ].entries()) {
      frames(element)[at]?.focus();
      await press('c');
      expect(commented.at(-1)?.quote).toBe(quote);
    }
  });
});

describe('an alert', () => {
  const text = '> [!WARNING]\n> Take **care** of it.\n\n> [!NOTE] no alert\n\n- > [!TIP]\n  > nested\n';

  it('has an icon and a word, and its text keeps its place in the source', async () => {
    const { element, panel } = await shown(text);
    const alerts = [...element.querySelectorAll('.alert')];
    expect(alerts.map(({ className }) => className)).toEqual(['alert alert-warning']);
    expect(alerts[0]?.querySelector('.alert-title')?.textContent).toBe('Warning');
    expect(element.querySelector<HTMLElement>('.alert')?.innerText).not.toContain('[!WARNING]');
    select(wordsRange(element, 'Take care'));
    expect(panel.selection()?.quote).toBe('Take **care');
  });
});

describe('front matter', () => {
  it('is a folded table, and its words keep their places in the source', async () => {
    const text = '---\ntitle: A plan\ntags:\n  - one\n  - two\n---\n\n# Plan\n';
    const { element, panel } = await shown(text);
    const details = element.querySelector('details');
    expect(details?.open).toBe(false);
    expect(details?.querySelector('summary')?.ariaLabel).toBe('Front matter · 2 fields');
    expect([...element.querySelectorAll('th')].map(({ textContent }) => textContent)).toEqual([
      'title: ',
      'tags:\n',
    ]);
    select(wordsRange(element, '- two'));
    expect(panel.selection()?.quote).toBe('- two');
    panel.paint([commentOn(text, 'A plan')]);
    panel.scrollTo({ commentId: 'A plan' });
    expect(details?.open).toBe(true);
  });

  it('of another form is shown as it is written', async () => {
    const { element } = await shown('---\n- a\n- b\n---\n\n# Plan\n');
    expect(element.querySelector('pre.front-matter')?.textContent).toBe('- a\n- b\n');
  });
});

describe('<details> around several blocks', () => {
  const text =
    '# Plan\n\n<details>\n<summary>More</summary>\n\nInside **one**.\n\n<details open><summary>Inner</summary>\n\n- two\n\n</details>\n\n</details>\n\nOutside.\n';
  const isShown = (element: Element, words: string) =>
    [...element.querySelectorAll('section')].some(
      (section) => section.textContent.includes(words) && section.checkVisibility(),
    );

  it('hides them until it is opened', async () => {
    const { element } = await shown(text);
    expect(['Inside', 'Inner', 'two', 'Outside'].map((words) => isShown(element, words))).toEqual([
      false,
      false,
      false,
      true,
    ]);
    element.querySelector('summary')?.click();
    await expect.poll(() => isShown(element, 'Inside one')).toBe(true);
    expect(isShown(element, 'two')).toBe(true);
    [...element.querySelectorAll('summary')].at(-1)?.click();
    await expect.poll(() => !isShown(element, 'two')).toBe(true);
    expect(isShown(element, 'Inside')).toBe(true);
  });

  it('is opened by what leads into it, and keeps the anchors inside', async () => {
    const { element, panel } = await shown(text);
    panel.scrollTo({ quote: '- two' });
    expect(isShown(element, 'two')).toBe(true);
    select(wordsRange(element, 'Inside one'));
    expect(panel.selection()?.quote).toBe('Inside **one');
  });

  it('stays as it is when the text changes elsewhere', async () => {
    const { element, panel } = await shown(text);
    element.querySelector('summary')?.click();
    await expect.poll(() => isShown(element, 'Inside')).toBe(true);
    panel.setText(`${text}\nMore words.\n`);
    expect([isShown(element, 'Inside'), isShown(element, 'two')]).toEqual([true, true]);
    panel.setText(text.replaceAll(/<\/?(?:details|summary)[^>]*>/g, ''));
    expect(isShown(await allRendered(panel), 'Inside')).toBe(true);
  });
});

describe('a link to a part', () => {
  it.each([
    ['the-café-of-2024', '## The café of 2024!'],
    ['same-1', '## Same'],
    ['named', '<a name="named"></a>'],
    ['By-Id', '<a id="By-Id"></a>'],
    ['e%CC%81te%CC%81', '## E\u0301te\u0301'],
  ])('#%s finds %s', async (fragment, target) => {
    const { panel } = await shown(`## Same\n\n## Same\n\n## other\n\n${target}\n`);
    expect(panel.scrollToFragment(fragment)).toBe(true);
  });

  it('that does not exist is reported', async () => {
    const { element, links } = await shown('[gone](#nowhere)\n');
    element.querySelector('a')?.click();
    expect(links).toEqual(['#nowhere']);
  });
});

describe('the search', () => {
  it('finds words in the whole document, and leads to them', async () => {
    const far = 'Filler words.\n\n'.repeat(2000);
    const { panel } = openPanel(`# Start\n\nNeedle one.\n\n${far}The *nee*dle  \nis here, NEEDLE.\n`);
    expect(panel.find('needle')).toHaveLength(3);
    expect(panel.find('needle is')).toHaveLength(1);
    panel.showFound(0);
    const range = [...(CSS.highlights.get('md-found-now') ?? [])][0];
    expect(range instanceof Range && range.toString()).toMatch(/needle\s+is/);
    const top = () => (range instanceof Range ? range.getBoundingClientRect().top : -1);
    await expect.poll(() => top() > 0 && top() < innerHeight).toBe(true);
    expect(panel.find('nothing like it')).toEqual([]);
    panel.find('');
    expect(CSS.highlights.has('md-found')).toBe(false);
  });
});

it('the position at the upper edge can be restored', async () => {
  const text = Array.from({ length: 200 }, (_, at) => `## Part ${at}\n\n${'word '.repeat(80)}`).join('\n\n');
  const { panel } = await shown(text);
  const there = { blockId: 'p-part-120-1', offset: 20 };
  panel.moveTo(there);
  await expect.poll(() => panel.currentHeading() === 'h2-part-120-1').toBe(true);
  await expect.poll(() => panel.position()).toEqual(there);
  panel.moveTo({ blockId: 'h2-part-0-1', offset: 0 });
  await expect.poll(() => panel.currentHeading() === 'h2-part-0-1').toBe(true);
});

it('everything is rendered, open and numbered for printing, and as before afterwards', async () => {
  const text = `Words *and* more.\n\n<details><summary>S</summary>\n\nfolded\n\n</details>\n\n${'x\n\n'.repeat(400)}last\n`;
  const { panel } = openPanel(text);
  panel.paint([commentOn(text, 'and'), commentOn(text, 'last')]);
  const before = (await allRendered(panel)).innerHTML;
  const undo = panel.preparePrint(['and', 'last']);
  const marks = [...panel.element.querySelectorAll('.print-mark')];
  expect(marks.map(({ textContent }) => textContent)).toEqual(['1', '2']);
  expect(panel.element.querySelector('section[hidden],details:not([open]),[data-waiting]')).toBeNull();
  undo();
  expect(panel.element.innerHTML).toBe(before);
  select(wordsRange(panel.element, 'and more'));
  expect(panel.selection()?.quote).toBe('and* more');
});
