import { describe, expect, it } from 'vitest';

import { insideView, positionAtBadge, positionLabel, positionPanel, stackBadges } from './position.ts';

const screen = { width: 1000, height: 800 };
const panel = { width: 300, height: 200 };

describe('a panel', () => {
  const cases = [
    { name: 'is to the right', box: { x: 100, y: 100, width: 200, height: 50 }, side: 'right' },
    {
      name: 'is to the left when there is no space at the right',
      box: { x: 600, y: 100, width: 300, height: 50 },
      side: 'left',
    },
    { name: 'is below a wide box', box: { x: 20, y: 100, width: 960, height: 50 }, side: 'below' },
    {
      name: 'is above a wide box at the bottom',
      box: { x: 20, y: 600, width: 960, height: 180 },
      side: 'above',
    },
    {
      name: 'covers a box that fills the screen',
      box: { x: 0, y: 0, width: 1000, height: 800 },
      side: 'over',
    },
    {
      name: 'stays on the screen beside a box at the bottom',
      box: { x: 0, y: 780, width: 50, height: 20 },
      side: 'right',
    },
    {
      name: 'stays on the screen beside a box that is out of it',
      box: { x: 0, y: -300, width: 50, height: 20 },
      side: 'right',
    },
  ];
  for (const { name, box, side } of cases) {
    it(name, () => {
      const place = positionPanel(box, panel, screen);
      expect(place.side).toBe(side);
      expect(place.x).toBeGreaterThanOrEqual(0);
      expect(place.y).toBeGreaterThanOrEqual(0);
      expect(place.x + panel.width).toBeLessThanOrEqual(screen.width);
      expect(place.y + panel.height).toBeLessThanOrEqual(screen.height);
    });
  }

  it('never covers the box while any side has enough space', () => {
    for (let x = -50; x < 1000; x += 90)
      for (let y = -50; y < 800; y += 90)
        for (const [width, height] of [
          [40, 20],
          [300, 300],
          [620, 90],
          [90, 560],
        ] as const) {
          const place = positionPanel({ x, y, width, height }, panel, screen);
          const apart =
            place.x >= x + width ||
            place.x + panel.width <= x ||
            place.y >= y + height ||
            place.y + panel.height <= y;
          expect(apart || place.side === 'over').toBe(true);
        }
  });

  it('covers as little as possible when no side has enough space', () => {
    const place = positionPanel({ x: 250, y: 150, width: 740, height: 600 }, panel, screen);
    expect(place).toEqual({ x: 8, y: 8, side: 'over' });
  });

  it('is to the left first in right-to-left pages', () => {
    expect(positionPanel({ x: 500, y: 100, width: 50, height: 50 }, panel, screen, true).side).toBe('left');
  });

  it('starts at the edge of a screen that is too small for it', () => {
    const place = positionPanel(
      { x: 0, y: 0, width: 10, height: 10 },
      { width: 600, height: 900 },
      { width: 375, height: 600 },
    );
    expect(place).toMatchObject({ x: 8, y: 8 });
  });
});

describe('a thread', () => {
  const panel = { width: 360, height: 300 };
  const atBadge = (box: { x: number; y: number; width: number; height: number }, viewport = screen) => {
    const [badge = expect.fail('no badge')] = insideView(
      [{ id: 'a', x: box.x + box.width, y: box.y, offscreen: false }],
      viewport,
    );
    return { badge, place: positionAtBadge({ badge, element: box, others: [] }, panel, viewport) };
  };

  it.each([
    ['a small element', { x: 100, y: 100, width: 80, height: 20 }, 'right'],
    ['an element at the right edge', { x: 900, y: 100, width: 100, height: 20 }, 'below'],
    ['a heading as wide as the page', { x: 0, y: 300, width: 1000, height: 30 }, 'below'],
    ['an element in the lower right corner', { x: 900, y: 760, width: 100, height: 40 }, 'above'],
    ['the whole page', { x: 0, y: 0, width: 1000, height: 4000 }, 'over'],
  ])('opens beside the badge of %s', (_, box, side) => {
    const { badge, place } = atBadge(box);
    expect(place.side).toBe(side);
    const away = Math.hypot(
      Math.max(place.x - badge.x, 0, badge.x - place.x - panel.width),
      Math.max(place.y - badge.y, 0, badge.y - place.y - panel.height),
    );
    expect(away).toBeLessThan(60);
  });

  const covers = (place: { x: number; y: number }, { x, y }: { x: number; y: number }) =>
    place.x < x + 11 && place.x + panel.width > x - 11 && place.y < y + 11 && place.y + panel.height > y - 11;

  it.each([
    ['at its right', { x: 100, y: 300, width: 80, height: 20 }, [{ x: 320, y: 340 }]],
    [
      'at its right and below',
      { x: 100, y: 400, width: 80, height: 20 },
      [
        { x: 320, y: 440 },
        { x: 60, y: 500 },
      ],
    ],
    ['below a wide heading', { x: 0, y: 100, width: 1000, height: 30 }, [{ x: 900, y: 150 }]],
    ['near an element in the corner', { x: 0, y: 0, width: 80, height: 20 }, [{ x: 320, y: 60 }]],
  ])('covers neither its element nor a badge %s', (_, element, others) => {
    const badge = { x: element.x + Math.min(element.width, 960), y: Math.max(element.y, 14) };
    const place = positionAtBadge({ badge, element, others }, panel, screen);
    expect(others.filter((other) => covers(place, other))).toEqual([]);
    expect(place.side).not.toBe('over');
  });

  it('covers no badge and not its element as long as there is room for that', () => {
    const element = { x: 40, y: 100, width: 900, height: 40 };
    const badge = { x: 300, y: 100 };
    for (let x = 20; x < 1000; x += 35)
      for (let y = 150; y < 400; y += 25) {
        const place = positionAtBadge({ badge, element, others: [{ x, y }] }, panel, screen);
        expect(covers(place, { x, y }), `a badge at ${x}, ${y}`).toBe(false);
        expect(place.y).toBeGreaterThanOrEqual(140);
      }
  });

  it('covers the empty end of a wide heading rather than its words, where there is no room above and below', () => {
    const element = { x: 20, y: 307, width: 960, height: 25 };
    const badge = { x: 588, y: 307 };
    const others = [{ x: 616, y: 341 }];
    const low = { width: 1000, height: 640 };
    const place = positionAtBadge({ badge, element, others }, { width: 360, height: 312 }, low);
    expect(place).toEqual({ x: 606, y: 9, side: 'over' });
  });

  it('covers badges rather than its element when they are everywhere', () => {
    const others = Array.from({ length: 400 }, (_, at) => ({
      x: (at % 20) * 50,
      y: Math.floor(at / 20) * 40,
    }));
    const element = { x: 100, y: 300, width: 80, height: 20 };
    expect(positionAtBadge({ badge: { x: 180, y: 300 }, element, others }, panel, screen).side).not.toBe(
      'over',
    );
  });

  it('is completely on the screen, wherever the element is', () => {
    for (const viewport of [screen, { width: 600, height: 320 }])
      for (const x of [-50, 0, 200, viewport.width - 30])
        for (const y of [-200, 0, 200, viewport.height - 20])
          for (const width of [20, 200, 1000])
            for (const height of [20, 400]) {
              const { place } = atBadge({ x, y, width, height }, viewport);
              expect(place.x).toBeGreaterThanOrEqual(8);
              expect(place.y).toBeGreaterThanOrEqual(8);
              expect(place.x + panel.width).toBeLessThanOrEqual(viewport.width - 8);
              expect(place.y + panel.height).toBeLessThanOrEqual(viewport.height - 8);
            }
  });
});

describe('a label', () => {
  const label = { width: 120, height: 22 };
  it('is above the box', () => {
    expect(positionLabel({ x: 50, y: 100, width: 80, height: 40 }, label, screen)).toEqual({
      x: 50,
      y: 74,
      side: 'above',
    });
  });
  it('is below a box at the top', () => {
    expect(positionLabel({ x: 50, y: 10, width: 80, height: 40 }, label, screen).side).toBe('below');
  });
  it('is inside a box that fills the screen', () => {
    expect(positionLabel({ x: 0, y: -10, width: 1000, height: 900 }, label, screen)).toEqual({
      x: 4,
      y: 4,
      side: 'over',
    });
  });
  it('does not leave the screen at the right', () => {
    expect(positionLabel({ x: 980, y: 100, width: 20, height: 20 }, label, screen).x).toBe(876);
  });
});

describe('badges', () => {
  it('are completely visible when their element reaches the edge of the screen or beyond', () => {
    const at = (x: number, y: number, offscreen = false) => ({ id: 'a', x, y, offscreen });
    expect(insideView([at(1000, 0), at(500, -300), at(500, -300, true)], screen)).toEqual([
      at(986, 14),
      at(500, 14),
      at(500, -300, true),
    ]);
  });
  it('of elements that are near stand side by side, each on its own element', () => {
    const at = (id: string, x: number, y: number, width: number) => ({
      id,
      x,
      y,
      offscreen: false,
      box: { x: x - width, y, width, height: 20 },
    });
    const stacks = stackBadges([
      at('a', 300, 100, 200),
      at('b', 304, 110, 200),
      at('same', 301, 101, 200),
      at('narrow', 306, 106, 20),
      at('far', 500, 400, 200),
    ]);
    expect(stacks.map(({ ids, x, y }) => [ids.join(), x, y])).toEqual([
      ['a,same,narrow', 300, 100],
      ['b', 276, 110],
      ['far', 500, 400],
    ]);
  });
  it('at the ends of lines stand side by side behind the words while there is room', () => {
    const box = { x: 0, y: 100, width: 600, height: 20 };
    const line = (id: string, x: number, y: number, width = 600) => ({
      id,
      x,
      y,
      offscreen: false,
      box: { ...box, y, width },
    });
    const stacks = stackBadges([line('a', 200, 100), line('b', 195, 112), line('c', 205, 95, 210)]);
    expect(stacks.map(({ ids, x }) => [ids.join(), x])).toEqual([
      ['a', 200],
      ['b', 224],
      ['c', 176],
    ]);
  });
  it('become one stack when they would cover each other and there is no place beside', () => {
    const at = (id: string, x: number, y: number, offscreen = false) => ({ id, x, y, offscreen });
    expect(stackBadges([at('a', 10, 10, true), at('b', 20, 14), at('c', 200, 10), at('d', 12, 30)])).toEqual([
      { ids: ['a', 'b', 'd'], x: 10, y: 10, offscreen: false },
      { ids: ['c'], x: 200, y: 10, offscreen: false },
    ]);
  });
  it('stay apart when they only touch', () => {
    expect(
      stackBadges([
        { id: 'a', x: 0, y: 0, offscreen: false },
        { id: 'b', x: 22, y: 0, offscreen: false },
      ]),
    ).toHaveLength(2);
  });
});
