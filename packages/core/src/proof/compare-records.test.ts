import { describe, expect, it } from 'vitest';

import { compareRecords } from './compare-records.ts';
import { node, recordOf, type TestNode } from './testing.ts';

/** A page with a heading, three cards of which the second is the target, and a footer. */
function page(): { root: TestNode; card: TestNode; cards: TestNode; header: TestNode; footer: TestNode } {
  const header = node('header', {}, [node('h1', { text: 'Shop', height: 40 })]);
  const card = node('article', { target: true, styles: { ...paddings('12px'), color: 'rgb(0, 0, 0)' } }, [
    node('h2', { text: 'Tea', styles: { color: 'rgb(0, 0, 0)' } }),
    node('button', { text: 'Sign in', height: 30, attributes: { 'aria-label': 'Sign in' } }),
  ]);
  const cards = node('main', {}, [
    node('article', {}, [node('h2', { text: 'Coffee' })]),
    card,
    node('article', {}, [node('h2', { text: 'Water' })]),
  ]);
  const footer = node('footer', { text: 'Imprint' });
  return { root: node('body', {}, [header, cards, footer]), card, cards, header, footer };
}

function paddings(size: string): Record<string, string> {
  return Object.fromEntries(['top', 'right', 'bottom', 'left'].map((side) => [`padding-${side}`, size]));
}

type Page = ReturnType<typeof page>;

const quiet = { count: 0, pushed: 0, examples: [] };

function compareEdited(edit: (page: Page) => void) {
  const edited = page();
  edit(edited);
  return compareRecords(recordOf(page().root), recordOf(edited.root));
}

function child(parent: TestNode, index: number): TestNode {
  const found = parent.children[index];
  if (found === undefined) throw new Error(`There is no child ${index}.`);
  return found;
}

describe('a change of the target', () => {
  it.each<[string, (page: Page) => void, object[]]>([
    [
      'text of an element in it',
      ({ card }) => void (child(card, 1).text = 'Log in'),
      [{ what: 'text', before: 'Sign in', after: 'Log in', on: 'button "Log in"' }],
    ],
    [
      'style',
      ({ card }) => void (card.styles = { ...card.styles, color: 'rgb(255, 0, 0)' }),
      [{ what: 'style', name: 'color', before: 'rgb(0, 0, 0)', after: 'rgb(255, 0, 0)' }],
    ],
    [
      'all sides of a padding',
      ({ card }) => void (card.styles = { ...card.styles, ...paddings('16px') }),
      [{ what: 'style', name: 'padding', before: '12px', after: '16px' }],
    ],
    [
      'a colour that elements in it inherit',
      ({ card }) => {
        for (const each of [card, child(card, 0)]) each.styles = { ...each.styles, color: 'rgb(255, 0, 0)' };
      },
      [{ what: 'style', name: 'color', before: 'rgb(0, 0, 0)', after: 'rgb(255, 0, 0)' }],
    ],
    [
      'attribute of an element in it',
      ({ card }) => void (child(card, 1).attributes = { 'aria-label': 'Log in' }),
      [
        {
          what: 'attribute',
          name: 'aria-label',
          before: 'Sign in',
          after: 'Log in',
          on: 'button "Sign in"',
        },
      ],
    ],
    [
      'removed element',
      ({ card }) => void card.children.pop(),
      [
        { what: 'removed', on: 'button "Sign in"' },
        { what: 'box', name: 'height', before: '50px', after: '20px' },
      ],
    ],
    [
      'added element',
      ({ card }) => void card.children.push(node('p', { text: 'New' })),
      [
        { what: 'added', on: 'p "New"' },
        { what: 'box', name: 'height', before: '50px', after: '70px' },
      ],
    ],
    [
      'order of the elements in it',
      ({ card }) => void card.children.reverse(),
      [{ what: 'moved', on: 'h2 "Tea"' }],
    ],
    [
      'tag of an element in it',
      ({ card }) => void (child(card, 0).tag = 'h3'),
      [{ what: 'text', name: 'tag', before: 'h2', after: 'h3', on: 'h3 "Tea"' }],
    ],
  ])('is listed: %s', (_, edit, changes) => {
    const { verdict, changes: found } = compareEdited(edit);
    expect(verdict).toBe('changed');
    expect(found).toEqual(changes);
  });

  it('lists its order among its siblings, and no sibling as moved', () => {
    const result = compareEdited(({ cards, card }) => {
      cards.children = [card, ...cards.children.filter((each) => each !== card)];
    });
    expect(result.changes).toEqual([{ what: 'moved', before: '2 of 3', after: '1 of 3' }]);
    expect(result.outside).toMatchObject({ count: 0, pushed: 1 });
  });

  it('lists the order of the item that has nothing in it besides the target', () => {
    const item = (text: string, target?: true) =>
      node('li', {}, [node('a', { text, ...(target && { target }) })]);
    const list = (...items: TestNode[]) => recordOf(node('body', {}, [node('ul', {}, items)]));
    const [tea, water] = [item('Tea', true), item('Water')];
    const result = compareRecords(list(tea, water), list(water, tea));
    expect(result.changes).toEqual([{ what: 'moved', before: '1 of 2', after: '2 of 2' }]);
  });

  it('lists its place when what is around it places it elsewhere', () => {
    const result = compareEdited(({ cards, card }) => {
      cards.styles = { 'justify-content': 'end' };
      card.x = 300;
    });
    expect(result).toMatchObject({
      verdict: 'changed',
      changes: [{ what: 'moved', before: '0, 60', after: '300, 60' }],
      outside: { count: 1, examples: [{ name: 'main', what: 'style' }] },
    });
  });

  it('says that it inherits another style from around it', () => {
    const result = compareEdited(({ cards, card }) => {
      for (const each of [cards, card, ...card.children]) each.inherited = 'red';
      card.styles = { ...card.styles, color: 'rgb(255, 0, 0)' };
    });
    expect(result).toMatchObject({
      verdict: 'changed',
      changes: [{ what: 'style', name: 'color' }],
      outside: { examples: [{ name: 'main', what: 'style' }] },
    });
  });

  it('says that it is gone, and that what was below moved up because of it', () => {
    const result = compareEdited(({ cards, card }) => {
      cards.children = cards.children.filter((each) => each !== card);
    });
    expect(result).toEqual({
      verdict: 'gone',
      changes: [{ what: 'removed' }],
      outside: { count: 0, pushed: 2, examples: [] },
    });
  });

  it('does not count a class or a style attribute by itself', () => {
    const [before, after] = [recordOf(page().root), recordOf(page().root)];
    if (before.look === null || after.look === null) throw new Error('There is no look.');
    before.look = { ...before.look, attributes: { class: 'a', href: '/x' } };
    after.look = { ...after.look, attributes: { class: 'b', style: 'x', href: '/x' } };
    expect(compareRecords(before, after).verdict).toBe('unchanged');
    after.look.attributes.href = '/y';
    expect(compareRecords(before, after).changes).toEqual([
      { what: 'attribute', name: 'href', before: '/x', after: '/y' },
    ]);
  });
});

describe('what is beside the target', () => {
  it.each<[string, (page: Page) => void, object[]]>([
    [
      'a removed sibling',
      ({ cards }) => void cards.children.shift(),
      [{ what: 'removed', on: 'article "Coffee"' }],
    ],
    [
      'an added sibling',
      ({ cards }) => void cards.children.unshift(node('article', { text: 'Milk' })),
      [{ what: 'added', on: 'article "Milk"' }],
    ],
    [
      'the style of its parent',
      ({ cards }) => void (cards.styles = { opacity: '0.5' }),
      [{ what: 'style', on: 'main' }],
    ],
    [
      'what the same component has written',
      ({ header }) => void (child(header, 0).text = 'Store'),
      [{ what: 'text', before: 'Shop', after: 'Store', on: 'h1 "Store"' }],
    ],
  ])('is told when the target has not changed: %s', (_, edit, changes) => {
    const [old, edited] = [page(), page()];
    edit(edited);
    const [before, after] = [recordOf(old.root), recordOf(edited.root)];
    for (const { layout } of [before, after])
      for (const element of layout.elements) if (element.tag === 'h1') element.component = 'part';
    expect(compareRecords(before, after)).toEqual({
      verdict: 'beside',
      changes,
      outside: expect.objectContaining({ count: 0 }) as object,
    });
  });

  it('is not an item beside another one, when something in that has changed', () => {
    expect(compareEdited(({ cards }) => void (child(child(cards, 0), 0).text = 'Cocoa')).verdict).toBe(
      'unchanged',
    );
  });

  it('is an item beside the one that the target is in', () => {
    const list = (...more: TestNode[]) =>
      recordOf(
        node('body', {}, [
          node('ul', {}, [node('li', {}, [node('a', { text: 'Tea', target: true })]), ...more]),
        ]),
      );
    expect(compareRecords(list(), list(node('li', {}, [node('a', { text: 'Milk' })])))).toMatchObject({
      verdict: 'beside',
      changes: [{ what: 'added', on: 'li "Milk"' }],
    });
  });
});

describe('what else is different', () => {
  it('is nothing when nothing has changed', () => {
    expect(compareEdited(() => undefined)).toEqual({ verdict: 'unchanged', changes: [], outside: quiet });
  });

  it('counts what a larger target pushes down apart', () => {
    const result = compareEdited(({ card }) => void (child(card, 0).height = 60));
    expect(result).toMatchObject({ verdict: 'changed', outside: { count: 0, pushed: 2 } });
  });

  it.each<[string, (page: Page) => void, object]>([
    [
      'text in another card',
      ({ cards }) => void (child(child(cards, 2), 0).text = 'Milk'),
      { count: 1, examples: [{ name: 'h2 "Milk"', what: 'text' }] },
    ],
    ['style of the footer', ({ footer }) => void (footer.styles = { color: 'red' }), { count: 1 }],
    [
      'a larger header, which pushes everything',
      ({ header }) =>
        void ((header.styles = { 'padding-top': '20px' }), (child(header, 0).y = 20), (header.height = 60)),
      { count: 1, examples: [{ name: 'header', what: 'style' }] },
    ],
    [
      'a footer that moved without a reason',
      ({ footer }) => void (footer.x = 50),
      { count: 1, examples: [{ what: 'moved' }] },
    ],
  ])('is told when the target has not changed: %s', (_, edit, outside) => {
    expect(compareEdited(edit)).toMatchObject({ verdict: 'unchanged', changes: [], outside });
  });

  it('tells of both, and counts what they push only once', () => {
    const result = compareEdited(({ card, footer }) => {
      child(card, 0).text = 'Green tea';
      child(card, 0).height = 40;
      footer.text = 'Contact';
    });
    expect(result).toMatchObject({
      verdict: 'changed',
      outside: { count: 1, pushed: 1, examples: [{ name: 'footer "Contact"', what: 'text' }] },
    });
  });

  it('leaves out what is unsteady', () => {
    const result = compareEdited(({ footer }) => {
      footer.text = '12:01';
      footer.styles = { color: 'red' };
      footer.unsteady = true;
    });
    expect(result.outside).toEqual(quiet);
  });
});

it('a comparison is unclear when a style of the target was left out on one side, and nothing else has changed', () => {
  const hovered = page();
  const { color: _, ...rest } = hovered.card.styles ?? {};
  hovered.card.styles = rest;
  expect(compareRecords(recordOf(hovered.root), recordOf(page().root)).verdict).toBe('unclear');
});

it('compares only texts when the window has another width, and says that the rest is unclear', () => {
  const edited = page();
  edited.card.styles = { ...edited.card.styles, color: 'red' };
  const before = recordOf(page().root);
  const narrow = recordOf(edited.root, { width: 500, dark: false });
  expect(compareRecords(before, narrow)).toEqual({ verdict: 'unclear', changes: [], outside: quiet });
  child(edited.card, 0).text = 'Green tea';
  expect(compareRecords(before, recordOf(edited.root, { width: 500, dark: false }))).toMatchObject({
    verdict: 'changed',
    changes: [{ what: 'text' }],
  });
});
