import { afterEach, describe, expect, it, vi } from 'vitest';

import { corpus } from './testing/corpus.ts';
import { clickOn, mouse, press } from './testing/input.ts';
import { allRendered, closePanel, commentOn, openPanel, wordsRange } from './testing/panel-page.ts';

afterEach(closePanel);

const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, at) => `Paragraph ${at} has some words.\n\n`).join('');

describe('a text that is set', () => {
  it('shows its beginning immediately and the rest when the browser is idle', async () => {
    const { panel } = openPanel(paragraphs(2000));
    const sections = panel.element.querySelectorAll('section');
    expect(sections).toHaveLength(2000);
    expect(sections[0]?.textContent).toBe('Paragraph 0 has some words.');
    expect(panel.element.querySelectorAll('section[data-waiting]').length).toBeGreaterThan(1000);
    await allRendered(panel);
    expect(sections[1999]?.textContent).toBe('Paragraph 1999 has some words.');
  });

  it('names its blocks as the server does', async () => {
    const { panel } = openPanel('# Top\n\nWords\n\n## Next one\n\nMore\n');
    const ids = [...panel.element.querySelectorAll('section')].map(({ dataset }) => dataset.block);
    expect(ids).toEqual(['h1-top-1', 'p-top-1', 'h2-next-one-1', 'p-next-one-1']);
    expect(panel.outline()).toEqual([
      { blockId: 'h1-top-1', level: 1, text: 'Top' },
      { blockId: 'h2-next-one-1', level: 2, text: 'Next one' },
    ]);
  });

  it('keeps the elements of blocks that did not change', async () => {
    const { panel } = openPanel('# Top\n\nOne\n\nTwo [a]\n\nThree\n\n[a]: https://example.com/1\n');
    const [, one, two, three] = (await allRendered(panel)).querySelectorAll('section');
    panel.setText('# Top\n\nNew\n\nOne\n\nTwo [a]\n\nThree\n\n[a]: https://example.com/2\n');
    const after = [...(await allRendered(panel)).querySelectorAll('section')];
    expect([after[2], after[4]]).toEqual([one, three]);
    expect(after[3]).not.toBe(two);
    expect(after[3]?.querySelector('a')?.href).toBe('https://example.com/2');
    expect(after[4]?.dataset.block).toBe('p-top-4');
  });
});

describe('tasks', () => {
  it('report the offset of their mark, also after the text above has grown', async () => {
    const list = '- [x] Done\n- [ ] **Bold** one\n  - [ ] Nested\n- [ ] ![](x.png)\n';
    const page = openPanel(list);
    const tick = async () => {
      const boxes = [...(await allRendered(page.panel)).querySelectorAll('input')];
      for (const box of boxes) box.click();
      expect(boxes.map(({ checked }) => checked)).toEqual([true, false, false, false]);
      return page.toggled.splice(0);
    };
    const offsets = [...list.matchAll(/\[.\]/g)].slice(0, 4).map(({ index }) => index + 1);
    expect(await tick()).toEqual(offsets);
    page.panel.setText(`More\n\n${list}`);
    expect(await tick()).toEqual(offsets.map((offset) => offset + 6));
  });
});

describe('comments', () => {
  const names = () => [...CSS.highlights.keys()].sort();
  const painted = (name: string) => [...(CSS.highlights.get(name) ?? [])].map(String);

  it('are painted by status, the active one stronger, the others not at all', async () => {
    const { panel } = openPanel(corpus);
    await allRendered(panel);
    panel.paint([
      commentOn(corpus, '*anything on a page*'),
      commentOn(corpus, 'coding agent', { status: 'draft', active: true }),
      commentOn(corpus, 'Plain', { anchorState: 'stale' }),
      commentOn(corpus, 'chips', { anchorState: 'ambiguous' }),
    ]);
    expect(names()).toEqual(['md-draft-active', 'md-pending']);
    expect([painted('md-pending'), painted('md-draft-active')]).toEqual([
      ['anything on a page'],
      ['coding agent'],
    ]);
    panel.destroy();
    expect(names()).toEqual([]);
  });

  it('across blocks are painted in each of them', async () => {
    const text = 'One two\n\nThree four\n\nFive six\n';
    const { panel } = openPanel(text);
    await allRendered(panel);
    panel.paint([commentOn(text, 'two\n\nThree four\n\nFive')]);
    expect(painted('md-pending')).toEqual(['two', 'Three four', 'Five']);
  });

  it('far below are painted when their block is rendered', async () => {
    const text = `${paragraphs(500)}The very end.\n`;
    const { panel } = openPanel(text);
    panel.paint([commentOn(text, 'very end')]);
    expect(painted('md-pending')).toEqual([]);
    await expect.poll(() => painted('md-pending'), { timeout: 20_000 }).toEqual(['very end']);
  });

  it('are opened by a click on their text', async () => {
    const page = openPanel(corpus);
    const root = await allRendered(page.panel);
    page.panel.paint([
      commentOn(corpus, 'A person points at *anything on a page*', { id: 'long' }),
      commentOn(corpus, 'anything', { id: 'short' }),
    ]);
    await clickOn(wordsRange(root, 'person'));
    await clickOn(wordsRange(root, 'anything'));
    await clickOn(wordsRange(root, 'coding agent'));
    expect(page.activated).toEqual(['long', 'short']);
  });

  it('have boxes beside their lines that follow the layout', async () => {
    const page = openPanel(corpus);
    const root = await allRendered(page.panel);
    page.panel.paint([
      commentOn(corpus, 'coding agent'),
      commentOn(corpus, 'Plain', { anchorState: 'stale' }),
    ]);
    const box = () => page.panel.boxes().get('coding agent');
    const top = root.getBoundingClientRect().top;
    const line = wordsRange(root, 'coding agent').getBoundingClientRect();
    expect(box()).toEqual({ top: line.top - top, bottom: line.bottom - top });
    expect(page.panel.boxes().size).toBe(1);
    const before = page.layouts();
    const was = box()?.top ?? 0;
    root.style.paddingTop = '300px';
    await expect.poll(page.layouts).toBeGreaterThan(before);
    expect(box()?.top).toBeGreaterThan(was + 200);
  });
});

describe('the pointer', () => {
  it('reports the selection when the button is released', async () => {
    const page = openPanel('Some words to select here.\n');
    const { left, right, top, height } = wordsRange(
      await allRendered(page.panel),
      'words to',
    ).getBoundingClientRect();
    const y = top + height / 2;
    await mouse('mouseMoved', left, y);
    await mouse('mousePressed', left, y, true);
    await mouse('mouseMoved', right - 4, y, true);
    await mouse('mouseMoved', right, y, true);
    expect(page.selected).toEqual([]);
    await mouse('mouseReleased', right, y);
    await expect.poll(() => page.selected.at(-1)?.quote).toBe('words to');
    await clickOn(page.panel.element);
    await expect.poll(() => page.selected.at(-1)).toBeNull();
  });
});

describe('the keyboard', () => {
  const text =
    '# Title\n\nFirst paragraph.\n\n- item one\n- item two\n  - inner\n\n## Second\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```\ncode\n```\n\n---\n\nLast.\n';

  it('steps over paragraphs, items and rows, and comments on each', async () => {
    const page = openPanel(text);
    await allRendered(page.panel);
    page.panel.focus();
    for (let at = 0; at < 10; at += 1) await press(at % 2 === 0 ? 'jc' : '{ArrowDown}c');
    expect(page.commented.map(({ quote }) => quote)).toEqual([
      'Title',
      'First paragraph.',
      'item one',
      'item two',
      'inner',
      'Second',
      'a | b',
      '1 | 2',
      'code',
      '---',
    ]);
    await press('kkkc');
    expect(page.commented.at(-1)?.quote).toBe('a | b');
  });

  it('extends the cursor with Shift and hides it with Escape', async () => {
    const page = openPanel(text);
    await allRendered(page.panel);
    page.panel.focus();
    await press('jj{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Enter}');
    expect(page.commented[0]?.quote).toBe('First paragraph.\n\n- item one\n- item two');
    expect(page.panel.selection()?.quote).toBe(page.commented[0]?.quote);
    await press('{Escape}');
    expect(page.panel.selection()).toBeNull();
    expect(page.panel.element.querySelector('[data-cursor]')).toBeNull();
  });

  it('selects words from the cursor, one or several, and Escape ends that', async () => {
    const page = openPanel(text);
    await allRendered(page.panel);
    page.panel.focus();
    await press('jj{Shift>}{ArrowRight}{/Shift}c');
    await press('{ArrowRight}c{ArrowLeft}{Shift>}{ArrowLeft}{/Shift}');
    await press('{Escape}{Shift>}{ArrowRight}{ArrowRight}{/Shift}c{Escape}c');
    expect(page.commented.map(({ quote }) => quote)).toEqual([
      'First',
      'paragraph',
      'First paragraph',
      'First paragraph.',
    ]);
  });

  it('jumps from heading to heading and opens the comment at the cursor', async () => {
    const page = openPanel(text);
    await allRendered(page.panel);
    page.panel.focus();
    page.panel.paint([commentOn(text, 'Second')]);
    await press('hh{Enter}');
    expect(page.activated).toEqual(['Second']);
    await press('{Shift>}h{/Shift}c{End}c{Home}c');
    expect(page.commented.map(({ quote }) => quote)).toEqual(['Title', 'Last.', 'Title']);
  });
});

describe('a target', () => {
  const text = `${paragraphs(900)}## Far away\n\nThe *wanted* words.\n\n${paragraphs(900)}`;
  const quote = 'The *wanted* words.';
  const line = text.slice(0, text.indexOf(quote)).split('\n').length;

  it.each([
    ['a block', { blockId: 'p-far-away-1' }],
    ['lines', { lineStart: line, lineEnd: line }],
    ['a quote of the file', { quote }],
    ['a quote as it is read', { quote: 'The wanted words' }],
    ['a comment', { commentId: quote }],
  ])('is brought into view and marked by %s', async (_, target) => {
    const { panel } = openPanel(text);
    panel.paint([commentOn(text, quote)]);
    expect(panel.scrollTo(target)).toBe(true);
    expect(panel.flash(target)).toBe(true);
    expect(
      [...(CSS.highlights.get('md-flash') ?? [])].map(String).map((words) => words.replace('.', '')),
    ).toEqual(['The wanted words']);
    await vi.waitUntil(() => {
      const { top, bottom } = wordsRange(panel.element, 'wanted').getBoundingClientRect();
      return top > 0 && bottom < window.innerHeight;
    });
  });

  it('that does not exist returns false', () => {
    const { panel } = openPanel(text);
    expect(
      [
        { blockId: 'p-nowhere-1' },
        { quote: 'not in here' },
        { commentId: 'x' },
        { lineStart: 99_999, lineEnd: 99_999 },
      ].map((target) => panel.scrollTo(target)),
    ).toEqual([false, false, false, false]);
  });
});
