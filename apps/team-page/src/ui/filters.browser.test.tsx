import { render } from 'preact';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { SearchField } from './filters.tsx';

let root: HTMLElement;
let texts: string[];
beforeEach(() => {
  root = document.body.appendChild(document.createElement('div'));
  texts = [];
});
afterEach(() => {
  render(null, root);
  root.remove();
});

const show = (value: string) =>
  render(<SearchField value={value} onText={(text) => texts.push(text)} />, root);

function field(): HTMLInputElement {
  const found = root.querySelector('input');
  if (found === null) throw new Error('There is no field.');
  return found;
}

function type(text: string): void {
  field().value = text;
  field().dispatchEvent(new InputEvent('input', { bubbles: true }));
}

const effects = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

it('asks for what was typed after a pause', async () => {
  show('');
  type('pri');
  type('price');
  await expect.poll(() => texts).toEqual(['price']);
});

it('keeps what is typed while the answer to an earlier text arrives', async () => {
  show('');
  type('price');
  await expect.poll(() => texts).toEqual(['price']);
  type('price bold');
  show('price');
  await effects();
  expect(field().value).toBe('price bold');
  await expect.poll(() => texts).toEqual(['price', 'price bold']);
});

it('shows another text that came without typing', async () => {
  show('');
  type('price');
  await expect.poll(() => texts).toEqual(['price']);
  show('price');
  await effects();
  show('');
  await expect.poll(() => field().value).toBe('');
  expect(texts).toEqual(['price']);
});
