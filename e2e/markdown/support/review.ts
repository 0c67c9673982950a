/** The review as a person meets it, by the names of its parts: in a host's frame, or a tab of its own. */
import { expect, type Frame, type Locator, type Page } from '@playwright/test';

export class Review {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Asked anew each time: a host that shows the result again makes another frame. */
  get frame(): Frame {
    return this.page.frames().find((frame) => frame.url().endsWith('/view')) ?? this.page.mainFrame();
  }

  /** Busy until the text is there; the document has a size without it. */
  get paper(): Locator {
    return this.frame.locator('.mdv-paper');
  }

  get document(): Locator {
    return this.frame.locator('.document');
  }

  get field(): Locator {
    return this.frame.locator('[data-nga=composer-text]');
  }

  get submitAll(): Locator {
    return this.frame.locator('[data-nga=submit-all]');
  }

  get cards(): Locator {
    return this.frame.locator('.mdv-card');
  }

  get status(): Locator {
    return this.frame.locator('.mdv-status');
  }

  get notice(): Locator {
    return this.frame.locator('.nga-notice');
  }

  card(words: string): Locator {
    return this.cards.filter({ hasText: words });
  }

  button(name: string): Locator {
    return this.frame.getByRole('button', { name, exact: true });
  }

  mode(name: 'Edit' | 'Review'): Locator {
    return this.frame.getByRole('radio', { name });
  }

  async choose(item: string): Promise<void> {
    await this.button('More').click();
    await this.frame
      .getByRole(item.startsWith('Mirror') ? 'menuitemcheckbox' : 'menuitem', { name: item })
      .click();
  }

  /** Drags over the first place that shows this text. */
  async select(words: string): Promise<void> {
    await expect(this.document).toContainText(words);
    const { from, to } = await this.frame.evaluate(endsOf, words);
    await this.page.mouse.move(from.x, from.y);
    await this.page.mouse.down();
    await this.page.mouse.move((from.x + to.x) / 2, to.y, { steps: 2 });
    await this.page.mouse.move(to.x, to.y, { steps: 2 });
    await this.page.mouse.up();
    await expect(this.frame.getByRole('toolbar', { name: 'Selected text' })).toBeVisible();
  }

  /** Into the batch; the server has it when this returns. */
  async comment(words: string, says: string): Promise<void> {
    await this.select(words);
    await this.frame.locator('[data-nga=comment]').click();
    await this.field.fill(says);
    await this.field.press('Control+Enter');
    await expect(this.field).toBeHidden();
    await this.saved();
  }

  async saved(): Promise<void> {
    await expect(this.frame.locator('.mdv-saved')).toHaveText('All saved');
  }

  async submit(): Promise<void> {
    await this.submitAll.click();
    await expect(this.submitAll).toBeDisabled();
  }

  /** Unfolds it and presses a button in it. */
  async act(says: string, button: string): Promise<void> {
    await this.card(says).click();
    await this.card(says).getByRole('button', { name: button, exact: true }).click();
  }

  /** The texts that are drawn as commented, with single blanks. */
  async painted(): Promise<string[]> {
    return this.frame.evaluate(() => {
      const texts = new Set<string>();
      for (const [name, highlight] of CSS.highlights as unknown as Map<string, Set<AbstractRange>>) {
        if (name === 'md-flash') continue;
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

  /** Whether the middle of these words is inside of what one sees of the text. */
  async sees(words: string): Promise<boolean> {
    return this.frame.evaluate((wanted) => {
      const scroll = document.querySelector('.mdv-scroll');
      const walker = document.createTreeWalker(
        document.querySelector('.document') ?? document,
        NodeFilter.SHOW_TEXT,
      );
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const start = node.textContent?.indexOf(wanted) ?? -1;
        if (start === -1) continue;
        const range = document.createRange();
        range.setStart(node, start);
        range.setEnd(node, start + wanted.length);
        const { top, bottom } = range.getBoundingClientRect();
        const seen = scroll?.getBoundingClientRect();
        return seen !== undefined && bottom > top && top >= seen.top && bottom <= seen.bottom;
      }
      return false;
    }, words);
  }
}

interface Ends {
  from: { x: number; y: number };
  to: { x: number; y: number };
}

/** Runs in the frame, which fills the page: its coordinates are the page's. Blanks count as one. */
function endsOf(wanted: string): Ends {
  const places: { node: Text; offset: number }[] = [];
  let text = '';
  const article = document.querySelector('.document') ?? document.body;
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
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
    throw new Error(`The document does not show "${wanted}".`);
  first.node.parentElement?.scrollIntoView({ block: 'center', behavior: 'instant' });
  const boxOf = ({ node, offset }: { node: Text; offset: number }) => {
    const range = document.createRange();
    range.setStart(node, offset);
    range.setEnd(node, offset + 1);
    return range.getBoundingClientRect();
  };
  const [a, b] = [boxOf(first), boxOf(last)];
  return {
    from: { x: a.left + 1, y: (a.top + a.bottom) / 2 },
    to: { x: b.right - 0.5, y: (b.top + b.bottom) / 2 },
  };
}
