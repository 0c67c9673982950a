/** Inline review as a reviewer meets it, by the names of its parts. */
import { expect, type Locator, type Page } from '@playwright/test';

import { expectStored, type ReadAnnotations } from '../../support/overlay.ts';

export class ReviewOnPage {
  readonly page: Page;
  readonly host: Locator;
  readonly fab: Locator;
  readonly panel: Locator;
  readonly items: Locator;
  readonly composer: Locator;
  readonly textarea: Locator;
  readonly thread: Locator;
  readonly toast: Locator;
  readonly #readAnnotations: ReadAnnotations;

  constructor(page: Page, readAnnotations: ReadAnnotations) {
    this.page = page;
    this.#readAnnotations = readAnnotations;
    this.host = page.locator('nga-overlay');
    this.fab = this.part('fab');
    this.panel = this.part('list');
    this.items = this.part('item');
    this.composer = this.part('composer');
    this.textarea = this.part('composer-text');
    this.thread = this.host.locator('.nga-thread-panel');
    this.toast = this.part('toast');
  }

  part(name: string): Locator {
    return this.host.locator(`[data-nga="${name}"]`);
  }

  async ready(): Promise<void> {
    await expect(this.host).toHaveAttribute('data-connection', 'online');
    await expect(this.fab).toBeVisible();
  }

  /** Drags over the first place that shows this text. */
  async select(text: string): Promise<void> {
    const ends = await this.page.evaluate(endsOf, text);
    await this.page.mouse.move(ends.from.x, ends.from.y);
    await this.page.mouse.down();
    await this.page.mouse.move((ends.from.x + ends.to.x) / 2, ends.to.y, { steps: 2 });
    await this.page.mouse.move(ends.to.x, ends.to.y, { steps: 2 });
    await this.page.mouse.up();
  }

  /** Selects `quote` and comments on it; the store has the comment when this returns. */
  async comment(quote: string, text: string): Promise<void> {
    await this.select(quote);
    await expect(this.composer).toBeVisible();
    await this.textarea.fill(text);
    await this.page.keyboard.press('Control+Enter');
    await this.expectSent(text);
  }

  async expectSent(text: string): Promise<void> {
    await expect(this.composer).toBeHidden();
    await expectStored(this.#readAnnotations, text);
  }

  /** The texts that are drawn on the page, with single blanks. */
  async highlights(): Promise<string[]> {
    return this.page.evaluate(() => {
      const texts = new Set<string>();
      for (const [, highlight] of CSS.highlights as unknown as Map<string, Set<AbstractRange>>) {
        for (const { startContainer, startOffset, endContainer, endOffset } of highlight) {
          const range = document.createRange();
          range.setStart(startContainer, startOffset);
          range.setEnd(endContainer, endOffset);
          texts.add(range.toString().replace(/\s+/g, ' ').trim());
        }
      }
      return [...texts];
    });
  }

  /** A click on the middle of what is drawn. */
  async clickText(text: string): Promise<void> {
    const { from } = await this.page.evaluate(endsOf, text);
    await this.page.mouse.click(from.x + 12, from.y);
  }

  async openPanel(): Promise<void> {
    await this.fab.click();
    await expect(this.panel).toBeVisible();
  }
}

interface Ends {
  from: { x: number; y: number };
  to: { x: number; y: number };
}

/** Runs in the page. Blanks count as one, as a reader sees them. */
function endsOf(wanted: string): Ends {
  const places: { node: Text; offset: number }[] = [];
  let text = '';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { data } = node as Text;
    for (let offset = 0; offset < data.length; offset++) {
      const letter = /\s/.test(data[offset] ?? '') ? ' ' : (data[offset] ?? '');
      if (letter === ' ' && text.endsWith(' ')) continue;
      text += letter;
      places.push({ node: node as Text, offset });
    }
  }
  const start = text.indexOf(wanted);
  const first = places[start];
  const last = places[start + wanted.length - 1];
  if (start === -1 || first === undefined || last === undefined)
    throw new Error(`The page does not show "${wanted}".`);
  first.node.parentElement?.scrollIntoView({ block: 'center', behavior: 'instant' });
  const boxOf = ({ node, offset }: { node: Text; offset: number }) => {
    const range = document.createRange();
    range.setStart(node, offset);
    range.setEnd(node, offset + 1);
    return range.getBoundingClientRect();
  };
  const [a, b] = [boxOf(first), boxOf(last)];
  return {
    from: { x: a.left + 1, y: a.top + a.height / 2 },
    to: { x: b.left + b.width * 0.75, y: b.top + b.height / 2 },
  };
}
