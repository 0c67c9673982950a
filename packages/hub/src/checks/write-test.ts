/**
 * Writes a Playwright test that a person can read and change. All words that come from a page or from a person are
 * written as strings, so that none of them can become code.
 */
import type { ElementLocator, RecordedStep } from '@annotate-mcp/core';

import type { Expectation, KeptState, Part, Target } from './kept-state.ts';
import { type CodeStyle, defaultStyle } from './neighbour-style.ts';

export function writeTest(kept: KeptState, style: CodeStyle = defaultStyle): string {
  const source = new TestWriter(style.quote).write(kept);
  // Every line that ends with a semicolon is a whole statement, and no next one begins with a bracket.
  return style.semicolons ? source : source.replace(/;$/gm, '');
}

/** The request in one line. */
export function titleOf(request: string): string {
  const line = request.replace(/\s+/g, ' ').trim();
  return line.length <= 100 ? line : `${line.slice(0, 99).trimEnd()}…`;
}

class TestWriter {
  readonly #quote: CodeStyle['quote'];

  constructor(quote: CodeStyle['quote']) {
    this.#quote = quote;
  }

  write(kept: KeptState): string {
    const { id, request, expectations } = kept;
    const has = (...whats: Expectation['what'][]) => expectations.some(({ what }) => whats.includes(what));
    const lines = [
      ...(has('no uncaught errors') ? this.#writeErrorNote() : []),
      // Only these depend on the size of the window.
      ...(has('style', 'size') ? [`await page.setViewportSize(${this.#viewport(kept)});`] : []),
      ...(has('style') && kept.dark
        ? [`await page.emulateMedia({ colorScheme: ${this.#literal('dark')} });`]
        : []),
      ...this.#writeStart(kept.pageUrl),
      ...kept.steps.flatMap((step) => this.#writeStep(step)),
      '',
      ...this.#writeExpectations(kept),
    ];
    return [
      `import { expect, test } from ${this.#literal('@playwright/test')};`,
      '',
      '// This test keeps what was asked for in a comment. Change it as you like: annotate-mcp finds it by its annotation.',
      `const annotation = { type: ${this.#literal('annotate')}, description: ${this.#literal(id)} };`,
      '',
      `test(${this.#literal(titleOf(request))}, { annotation }, async ({ page, baseURL }) => {`,
      ...lines.map((line) => (line === '' ? '' : `  ${line}`)),
      '});',
      '',
    ].join('\n');
  }

  #viewport({ viewport: { width, height } }: KeptState): string {
    return `{ width: ${width}, height: ${height} }`;
  }

  /** Without types: the tests of the project may be JavaScript. */
  #writeErrorNote(): string[] {
    const note = `page.on(${this.#literal('pageerror')}, ({ message }) => {`;
    return [`let error = ${this.#literal('')};`, note, '  error ||= message;', '});'];
  }

  /** The address of the app may differ where the test runs. */
  #writeStart(pageUrl: string): string[] {
    const { origin, pathname, search, hash } = new URL(pageUrl);
    const path = this.#literal(`${pathname}${search}${hash}`);
    return [`await page.goto(new URL(${path}, baseURL ?? ${this.#literal(origin)}).href);`];
  }

  /** The steps that led to what was commented on, as far as they can be repeated. */
  #writeStep(step: RecordedStep): string[] {
    switch (step.kind) {
      case 'click':
        return [`await ${this.#bySelector(step.element.selector)}.click();`];
      case 'type': {
        // What was typed is never recorded.
        const text = 'x'.repeat(Math.min(step.characters ?? 8, 100));
        return [
          '// What was typed here is not recorded: write what the test needs.',
          `await ${this.#bySelector(step.element.selector)}.fill(${this.#literal(text)});`,
        ];
      }
      case 'press':
        return [`await page.keyboard.press(${this.#literal(step.key)});`];
      case 'choose':
        return this.#writeChoice(step.element.selector, step.choice);
      case 'navigate':
      case 'request':
      case 'error':
        return [];
    }
  }

  #writeChoice(selector: string, choice: string): string[] {
    const field = this.#bySelector(selector);
    if (choice === 'on' || choice === 'off')
      return [`await ${field}.setChecked(${choice === 'on' ? 'true' : 'false'});`];
    return [`await ${field}.selectOption({ label: ${this.#literal(choice)} });`];
  }

  #writeExpectations({ target, expectations }: KeptState): string[] {
    const lines = expectations.flatMap((each) => this.#writeExpectation(each));
    const first = expectations[0]?.what === 'page' ? lines.splice(0, 1) : [];
    return [...first, `const target = ${this.#locate(target)};`, ...lines];
  }

  #locate({ locator, text }: Target): string {
    return locator.by === 'selector' ? this.#bySelector(locator.selector, text) : this.#byLocator(locator);
  }

  #byLocator(locator: ElementLocator): string {
    const exact = (method: string, words: string) =>
      `page.${method}(${this.#literal(words)}, { exact: true })`;
    switch (locator.by) {
      case 'test id':
        return `page.getByTestId(${this.#literal(locator.testId)})`;
      case 'id':
        return `page.locator(${this.#literal(`#${locator.id}`)})`;
      case 'role':
        return `page.getByRole(${this.#literal(locator.role)}, { name: ${this.#literal(locator.name)}, exact: true })`;
      case 'text':
        return exact('getByText', locator.text);
      case 'alt':
        return exact('getByAltText', locator.alt);
      case 'label':
        return exact('getByLabel', locator.label);
      case 'selector':
        return this.#bySelector(locator.selector);
    }
  }

  #writeExpectation(expectation: Expectation): string[] {
    switch (expectation.what) {
      case 'visible':
        return ['await expect(target).toBeVisible();'];
      case 'page': {
        const { anchor } = expectation;
        if (anchor === null) return [`await expect(page.locator(${this.#literal('body')})).not.toBeEmpty();`];
        return [`await expect(${this.#byLocator(anchor)}).toBeVisible();`];
      }
      case 'gone':
        return ['await expect(target).toHaveCount(0);'];
      case 'text':
        return [
          `await expect(${this.#part(expectation.within)}).toContainText(${this.#literal(expectation.text)});`,
        ];
      case 'style': {
        const { name, value, within } = expectation;
        return [
          `await expect(${this.#part(within)}).toHaveCSS(${this.#literal(name)}, ${this.#literal(value)});`,
        ];
      }
      case 'attribute':
        return this.#writeAttribute(expectation);
      case 'added':
        return [`await expect(${this.#part(expectation.within)}).toBeVisible();`];
      case 'removed':
        return [`await expect(${this.#part(expectation.within)}).toHaveCount(0);`];
      case 'order': {
        const parent = this.#literal(['..', ...Array<string>(expectation.up).fill('..')].join('/'));
        const siblings = `target.locator(${parent}).locator(${this.#literal(`:scope > ${expectation.tag}`)})`;
        const texts = expectation.texts.map((text) => this.#literal(text)).join(', ');
        return [`await expect(${siblings}).toContainText([${texts}]);`];
      }
      case 'no uncaught errors':
        return [`expect(error).toBe(${this.#literal('')});`];
      case 'size':
        return writeSize(expectation);
    }
  }

  #writeAttribute({ name, value, within }: Extract<Expectation, { what: 'attribute' }>): string[] {
    const part = this.#part(within);
    return value === null
      ? [`await expect(${part}).not.toHaveAttribute(${this.#literal(name)});`]
      : [`await expect(${part}).toHaveAttribute(${this.#literal(name)}, ${this.#literal(value)});`];
  }

  #part(part: Part | null): string {
    if (part === null) return 'target';
    const filter = part.text === null ? '' : `, { hasText: ${this.#literal(part.text)} }`;
    if (part.beside !== true) return `target.locator(${this.#literal(part.tag)}${filter})`;
    return `target.locator(${this.#literal('..')}).locator(${this.#literal(`:scope > ${part.tag}`)}${filter})`;
  }

  /** Playwright finds elements in open shadow roots by itself; frames have to be entered. */
  #bySelector(selector: string, text?: string): string {
    const parts = selector.split(' >>> ');
    const filter = text === undefined ? '' : `, { hasText: ${this.#literal(text)} }`;
    return parts.reduce((found, part, index) => {
      const isLast = index === parts.length - 1;
      const entered = !isLast && /(?:^|[\s>])iframe(?:[#.:[]\S*)?$/i.test(part) ? '.contentFrame()' : '';
      return `${found}.locator(${this.#literal(part)}${isLast ? filter : ''})${entered}`;
    }, 'page');
  }

  /** A text as JavaScript source. The two line separators that JSON allows in a string are escaped for older tools. */
  #literal(value: string): string {
    const text = JSON.stringify(value).replace(
      /[\u2028\u2029]/g,
      (found) => `\\u${found.charCodeAt(0).toString(16)}`,
    );
    const isPlain = this.#quote === '"' || value.includes("'");
    return isPlain ? text : `'${text.slice(1, -1).replaceAll('\\"', '"')}'`;
  }
}

/** One pixel more or less, as browsers round. */
function writeSize({ width, height }: { width: number; height: number }): string[] {
  const near = (side: string, value: number): string[] => [
    `expect(box?.${side}).toBeGreaterThan(${Math.floor(value) - 1});`,
    `expect(box?.${side}).toBeLessThan(${Math.ceil(value) + 1});`,
  ];
  return ['const box = await target.boundingBox();', ...near('width', width), ...near('height', height)];
}
