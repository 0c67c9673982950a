/** A short moving picture of what a person does: screenshots with a drawn pointer, joined into one animated WebP. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';

import { folder } from './picture.ts';

/** What a reader waits for, and what a page of a document may weigh. */
const longestMs = 8_000;
const largestBytes = 600_000;

/** Small enough that words can be read in the column of a document. */
export const animationSize = { width: 960, height: 600 };

interface Frame {
  readonly png: Buffer;
  readonly ms: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

export class Animation {
  readonly #page: Page;
  readonly #frames: Frame[] = [];
  readonly #isByPerson: boolean;
  #pointer: Point = { x: animationSize.width / 2, y: animationSize.height * 0.9 };

  /** The pointer is drawn where a person acts; an agent's is on the page. */
  constructor(page: Page, actor: 'person' | 'agent' = 'person') {
    this.#page = page;
    this.#isByPerson = actor === 'person';
  }

  /** The page as it is now, for so long. */
  async show(ms: number): Promise<void> {
    const png = await this.#page.screenshot({ animations: 'disabled', caret: 'hide' });
    const pointers = this.#isByPerson ? [{ input: pointerSvg, ...inside(this.#pointer) }] : [];
    this.#frames.push({ png: await sharp(png).composite(pointers).png().toBuffer(), ms });
  }

  /** Moves the pointer there in some steps, each of which is shown. */
  async moveTo(target: Point, steps = 5): Promise<void> {
    const from = this.#pointer;
    for (let step = 1; step <= steps; step += 1) {
      const share = step / steps;
      this.#pointer = {
        x: Math.round(from.x + (target.x - from.x) * share),
        y: Math.round(from.y + (target.y - from.y) * share),
      };
      await this.#page.mouse.move(this.#pointer.x, this.#pointer.y);
      await this.show(60);
    }
  }

  /** Moves the pointer to the middle of an element, or so far from its left edge. */
  async moveToElement(element: Locator, fromLeft?: number): Promise<void> {
    const box = await element.boundingBox();
    if (box === null) throw new Error(`${element.toString()} has no box to point at.`);
    await this.moveTo({ x: box.x + (fromLeft ?? box.width / 2), y: box.y + box.height / 2 });
  }

  /** Types into what has the focus, some letters at a time. */
  async type(text: string, lettersAtOnce = 6): Promise<void> {
    for (let at = 0; at < text.length; at += lettersAtOnce) {
      await this.#page.keyboard.insertText(text.slice(at, at + lettersAtOnce));
      await this.show(90);
    }
  }

  /** Writes the animation, and its last frame for people who want no motion, into docs/images/animations. */
  async save(name: string): Promise<void> {
    const lasts = this.#frames.reduce((sum, { ms }) => sum + ms, 0);
    if (lasts > longestMs) throw new Error(`${name} lasts ${lasts} ms, more than ${longestMs}.`);
    const joined = sharp(
      this.#frames.map(({ png }) => png),
      { join: { animated: true } },
    );
    const delay = this.#frames.map(({ ms }) => ms);
    const bytes = await joined.webp({ quality: 85, effort: 6, loop: 0, delay }).toBuffer();
    if (bytes.length > largestBytes)
      throw new Error(`${name} has ${bytes.length} bytes, more than ${largestBytes}.`);
    const place = join(folder, 'animations');
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, `${name}.webp`), bytes);
    const still = sharp(this.#frames.at(-1)?.png).webp({ quality: 90 });
    writeFileSync(join(place, `${name}-still.webp`), await still.toBuffer());
  }
}

const pointerSvg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="22" height="30"><path d="M2 2v21l5.2-4.6 3.6 8.4 4-1.7-3.6-8.3h7z" fill="#111" stroke="#fff" stroke-width="1.6" stroke-linejoin="round"/></svg>',
);

/** Where the pointer is drawn: its whole picture has to be inside of the screenshot. */
function inside({ x, y }: Point): { left: number; top: number } {
  return {
    left: Math.max(0, Math.min(x - 2, animationSize.width - 22)),
    top: Math.max(0, Math.min(y - 2, animationSize.height - 30)),
  };
}
