import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { drag } from '../picking/testing/input.ts';

import { addCard, loaded, type Mounted, picked, press } from './testing/mounted.tsx';
import { pictureFile, pixelOf } from './testing/picture-file.ts';

let overlay: Mounted;
let card: HTMLElement;

beforeEach(async () => {
  card = addCard();
  overlay = await loaded();
  overlay.dispatch({ type: 'compose:open', target: { kind: 'picked', picked: [picked(card)] } });
});

afterEach(() => {
  overlay.unmount();
  card.remove();
});

const compose = () => {
  const { mode } = overlay.state();
  if (mode.name !== 'annotate') throw new Error('No composer is open.');
  return mode.compose;
};
const picture = () => compose().pictures[0]?.picture;
const surface = () => {
  const found = overlay.$('.nga-draw-surface');
  if (found === null) throw new Error('There is nothing to draw on.');
  return found;
};
const said = () => overlay.$('.nga-draw-panel [role=status]')?.textContent;
const focused = () => overlay.root.activeElement;

/** As the keys of a keyboard, each of which is handled before the next. */
async function keys(...pressed: string[]): Promise<void> {
  for (const one of pressed) {
    const key = one.replace('Shift+', '');
    press(focused() ?? document.body, key, { shiftKey: key !== one });
    await Promise.resolve();
  }
}

async function openDrawing(): Promise<void> {
  const file = await pictureFile('map.png');
  overlay.dispatch({
    type: 'compose:change',
    change: () => ({ pictures: [{ id: 'a', name: 'map.png', picture: file }] }),
  });
  const draw = overlay.button('Draw on map.png');
  draw.focus();
  draw.click();
  await expect.poll(() => overlay.$('.nga-draw-surface canvas')).not.toBeNull();
}

/** With the pointer, in parts of the picture. */
async function dragOn(from: [number, number], to: [number, number]): Promise<void> {
  const { x, y, width, height } = surface().getBoundingClientRect();
  const at = ([across, down]: [number, number]): [number, number] => [x + width * across, y + height * down];
  await drag(at(from), at(to));
}

async function drawByKey(): Promise<void> {
  overlay.button('Arrow').click();
  await expect.poll(focused).toBe(surface());
  await keys('Enter');
}

async function done(): Promise<void> {
  const before = picture();
  overlay.button('Done').click();
  await expect.poll(() => overlay.$('[data-nga=drawing]')).toBeNull();
  expect(picture()).not.toBe(before);
}

describe('drawing on a picture', () => {
  it('draws a box with the pointer, into the pixels', async () => {
    await openDrawing();
    overlay.$('[data-nga=tool-box]')?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
    await dragOn([0.1, 0.2], [0.4, 0.8]);
    await expect.poll(said).toBe('Box placed. 1 drawn.');
    await done();
    const [red = 0, green = 255, blue = 255] = await pixelOf(picture(), 20, 50);
    expect(red - Math.max(green, blue)).toBeGreaterThan(60);
    expect((await pixelOf(picture(), 60, 50)).every((part) => part > 240)).toBe(true);
  });

  it('blurs for good: what was there is in no pixel, and the picture from before is dropped', async () => {
    await openDrawing();
    const before = picture();
    overlay.$('[data-nga=tool-blur]')?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
    await dragOn([0.3, 0.2], [0.7, 0.8]);
    await expect.poll(said).toBe('Blur placed. 1 drawn.');
    await done();
    // The edge between white and black was in the middle.
    const row = await Promise.all([94, 98, 102, 106].map((x) => pixelOf(picture(), x, 50)));
    const greys = row.map(([red = 0]) => red);
    expect(Math.max(...greys)).toBeLessThan(220);
    expect(Math.min(...greys)).toBeGreaterThan(40);
    expect(await pixelOf(picture(), 10, 10)).toEqual([255, 255, 255]);
    expect(compose().pictures.map((one) => one.picture)).not.toContain(before);
    expect(compose().pictures[0]).toMatchObject({ isBlurred: true });
    expect(compose().drawing).toBeNull();
  });

  it('works with keys alone, which a screen reader follows', async () => {
    await openDrawing();
    overlay.button('Box').click();
    await expect.poll(focused).toBe(surface());
    expect(said()).toBe('Box from 38 % across and 38 % down to 63 % across and 63 % down');
    await keys('ArrowLeft', 'ArrowLeft', 'Shift+ArrowDown');
    await expect.poll(said).toBe('Box from 35 % across and 38 % down to 60 % across and 66 % down');
    await keys('Enter');
    await expect.poll(said).toBe('Box placed. 1 drawn.');
    await keys('Enter', 'Delete');
    await expect.poll(said).toBe('Removed. 1 drawn.');
    await done();
    const [red = 0, green = 255] = await pixelOf(picture(), 69, 50);
    expect(red - green).toBeGreaterThan(60);
  });

  it('is undone one by one', async () => {
    await openDrawing();
    await drawByKey();
    await expect.poll(said).toBe('Arrow placed. 1 drawn.');
    overlay.button('Undo').click();
    await expect.poll(said).toBe('Removed. 0 drawn.');
    overlay.button('Undo').click();
    await expect.poll(said).toBe('Nothing is drawn yet.');
  });

  it.each(['Cancel', 'Close', 'Escape'])('is left with %s, and the picture stays as it was', async (how) => {
    await openDrawing();
    const before = picture();
    await drawByKey();
    if (how === 'Escape') overlay.dispatch({ type: 'escape' });
    else
      overlay.root
        .querySelector('[data-nga=drawing]')
        ?.querySelectorAll('button')
        .forEach((button) => {
          if ((button.ariaLabel ?? button.textContent) === how) button.click();
        });
    await expect.poll(() => overlay.$('[data-nga=drawing]')).toBeNull();
    expect(picture()).toBe(before);
    expect(focused()).toBe(overlay.button('Draw on map.png'));
    expect(overlay.state().mode.name).toBe('annotate');
  });

  it('keeps the focus inside', async () => {
    await openDrawing();
    expect(focused()).toBe(overlay.$('[data-nga=drawing]'));
    await keys('Shift+Tab');
    expect(focused()?.textContent).toBe('Done');
    await keys('Tab');
    expect(focused()?.ariaLabel).toBe('Close');
  });
});

describe('drawing on the screenshot', () => {
  beforeEach(() => {
    card.style.cssText = 'display:block;width:200px;height:100px;border:0;background:white';
    overlay.button('Screenshot').click();
  });

  it('takes it first, and sends what was drawn on', async () => {
    expect(overlay.$('.nga-pictures')?.textContent).toContain('Screenshot taken on sending');
    overlay.button('Draw on the screenshot').click();
    await expect.poll(() => overlay.$('.nga-draw-surface canvas')).not.toBeNull();
    await drawByKey();
    overlay.button('Done').click();
    await expect.poll(() => compose().pictures).toMatchObject([{ name: 'Screenshot', isScreenshot: true }]);
    expect(overlay.button('Screenshot').ariaPressed).toBe('true');
    overlay.button('Remove Screenshot').click();
    expect(compose()).toMatchObject({ pictures: [], screenshot: false });
  });

  it('is taken when it is sent if the drawing is given up', async () => {
    overlay.button('Draw on the screenshot').click();
    await expect.poll(() => overlay.$('.nga-draw-surface canvas')).not.toBeNull();
    overlay.button('Cancel').click();
    await expect.poll(() => overlay.$('[data-nga=drawing]')).toBeNull();
    expect(compose()).toMatchObject({ pictures: [], screenshot: true });
  });

  it('says why there is none', async () => {
    card.style.display = 'none';
    overlay.button('Draw on the screenshot').click();
    await expect
      .poll(() => overlay.$('.nga-panel [role=alert]')?.textContent)
      .toBe('No picture could be taken: The element is not visible, so no picture can be taken.');
  });
});
