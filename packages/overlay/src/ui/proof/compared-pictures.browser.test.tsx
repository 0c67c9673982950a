import { render } from 'preact';
import { expect, it, onTestFinished } from 'vitest';

import { ComparedPictures } from './compared-pictures.tsx';
import proofCss from './proof.css?inline';

/** A page 300 pixels wide that compares two pictures; the second has a red square at `x`. */
function openComparison(width: number, height: number, x: number): HTMLElement {
  const place = document.body.appendChild(document.createElement('div'));
  const style = document.head.appendChild(document.createElement('style'));
  onTestFinished(() => [place, style].forEach((each) => each.remove()));
  style.textContent = proofCss;
  place.style.width = '300px';
  render(<ComparedPictures before={draw(width, height)} after={draw(width, height, x)} />, place);
  return place;
}

async function compare(width: number, height: number, x: number): Promise<HTMLElement> {
  const place = openComparison(width, height, x);
  await expect.poll(() => place.querySelectorAll('canvas')).toHaveLength(2);
  return place;
}

function draw(width: number, height: number, x?: number): string {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser cannot draw.');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#d00';
  if (x !== undefined) context.fillRect(x, 0, height, height);
  return canvas.toDataURL();
}

function find(place: HTMLElement, selector: string): HTMLElement {
  const found = place.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`There is no ${selector}.`);
  return found;
}

it('the comparison has drawn both pictures in the first frame that shows them', async () => {
  const place = openComparison(60, 30, 0);
  const opacities = await new Promise<(number | undefined)[]>((resolve) => {
    new MutationObserver((_, observer) => {
      const pictures = [...place.querySelectorAll('canvas')];
      if (pictures.length < 2) return;
      observer.disconnect();
      resolve(pictures.map((each) => each.getContext('2d')?.getImageData(0, 0, 1, 1).data[3]));
    }).observe(place, { childList: true, subtree: true });
  });
  expect(opacities).toEqual([255, 255]);
});

it('shows a picture that fits as a whole', async () => {
  const place = await compare(600, 300, 0);
  const { width, height } = find(place, '.nga-proof-pictures').getBoundingClientRect();
  expect([width, height]).toEqual([300, 150]);
});

it('offers no larger picture where it can be read', async () => {
  const place = await compare(600, 300, 0);
  expect(place.querySelector('[data-nga=proof-large]')).toBeNull();
});

it('shows a wide, low picture as wide as the panel, and larger on demand, where what differs is', async () => {
  const place = await compare(1_200, 40, 1_100);
  const [pictures, scroller] = [find(place, '.nga-proof-pictures'), find(place, '.nga-proof-scroller')];
  expect(pictures.getBoundingClientRect()).toMatchObject({ width: 300, height: 10 });
  find(place, '[data-nga=proof-large]').click();
  await expect.poll(() => pictures.getBoundingClientRect().height).toBe(40);
  expect(pictures.getBoundingClientRect().height).toBe(40);
  expect(scroller.getBoundingClientRect().width).toBe(300);
  await expect.poll(() => scroller.scrollLeft).toBe(900);
  scroller.scrollLeft = 0;
  find(place, '[data-nga=proof-marks]').click();
  await expect.poll(() => scroller.scrollLeft).toBe(900);
});

it('follows the line between both pictures when it is moved with the keyboard', async () => {
  const place = await compare(1_200, 40, 1_100);
  find(place, '[data-nga=proof-large]').click();
  await expect.poll(() => find(place, '.nga-proof-scroller').scrollLeft).toBe(900);
  const slider = find(place, '.nga-proof-slider') as HTMLInputElement;
  slider.value = '10';
  slider.dispatchEvent(new Event('input'));
  await expect.poll(() => find(place, '.nga-proof-scroller').scrollLeft).toBe(0);
});
