/**
 * Writes a Playwright test that a person can read and change. All words that come from a page or from a person are
 * written as JSON strings, so that none of them can become code.
 */
import type { RecordedStep } from '@annotate-mcp/core';

import type { Expectation, KeptState, Part, Target } from './kept-state.ts';

export function writeTest(kept: KeptState): string {
  const { id, request, expectations } = kept;
  const isQuiet = expectations.some(({ what }) => what === 'no uncaught errors');
  const lines = [
    ...(isQuiet ? writeErrorNote() : []),
    `await page.setViewportSize(${literal(kept.viewport)});`,
    ...(kept.dark ? ["await page.emulateMedia({ colorScheme: 'dark' });"] : []),
    ...writeStart(kept.pageUrl),
    ...writeSteps(kept.steps),
    '',
    `const target = ${locate(kept.target)};`,
    ...expectations.flatMap(writeExpectation),
  ];
  return [
    "import { expect, test } from '@playwright/test';",
    '',
    '// This test keeps what was asked for in a comment. Change it as you like: annotate-mcp finds it by its annotation.',
    `const annotation = { type: 'annotate', description: ${literal(id)} };`,
    '',
    `test(${literal(titleOf(request))}, { annotation }, async ({ page, baseURL }) => {`,
    ...lines.map((line) => (line === '' ? '' : `  ${line}`)),
    '});',
    '',
  ].join('\n');
}

/** Without types: the tests of the project may be JavaScript. */
function writeErrorNote(): string[] {
  return ["let error = '';", "page.on('pageerror', ({ message }) => {", '  error ||= message;', '});'];
}

/** The request in one line. */
export function titleOf(request: string): string {
  const line = request.replace(/\s+/g, ' ').trim();
  return line.length <= 100 ? line : `${line.slice(0, 99).trimEnd()}…`;
}

/** The address of the app may differ where the test runs. */
function writeStart(pageUrl: string): string[] {
  const { origin, pathname, search, hash } = new URL(pageUrl);
  return [
    `await page.goto(new URL(${literal(`${pathname}${search}${hash}`)}, baseURL ?? ${literal(origin)}).href);`,
  ];
}

/** The steps that led to what was commented on, as far as they can be repeated. */
function writeSteps(steps: readonly RecordedStep[]): string[] {
  return steps.flatMap(writeStep);
}

function writeStep(step: RecordedStep): string[] {
  switch (step.kind) {
    case 'click':
      return [`await ${locateSelector(step.element.selector)}.click();`];
    case 'type':
      // What was typed is never recorded.
      return [
        '// What was typed here is not recorded: write what the test needs.',
        `await ${locateSelector(step.element.selector)}.fill(${literal('x'.repeat(Math.min(step.characters ?? 8, 100)))});`,
      ];
    case 'press':
      return [`await page.keyboard.press(${literal(step.key)});`];
    case 'choose':
      return writeChoice(step.element.selector, step.choice);
    case 'navigate':
    case 'request':
    case 'error':
      return [];
  }
}

function writeChoice(selector: string, choice: string): string[] {
  if (choice === 'on' || choice === 'off')
    return [`await ${locateSelector(selector)}.setChecked(${choice === 'on' ? 'true' : 'false'});`];
  return [`await ${locateSelector(selector)}.selectOption({ label: ${literal(choice)} });`];
}

function locate(target: Target): string {
  switch (target.by) {
    case 'test id':
      return `page.getByTestId(${literal(target.testId)})`;
    case 'role':
      // Playwright has a type for the roles; those here are the ones that `targetOf` lets through.
      return `page.getByRole(${literal(target.role)}, { name: ${literal(target.name)}, exact: true })`;
    case 'selector':
      return locateSelector(target.selector, target.text);
  }
}

function writeExpectation(expectation: Expectation): string[] {
  switch (expectation.what) {
    case 'visible':
      return ['await expect(target).toBeVisible();'];
    case 'gone':
      return ['await expect(target).toHaveCount(0);'];
    case 'text':
      return [`await expect(${locatePart(expectation.within)}).toContainText(${literal(expectation.text)});`];
    case 'style': {
      const { name, value, within } = expectation;
      return [`await expect(${locatePart(within)}).toHaveCSS(${literal(name)}, ${literal(value)});`];
    }
    case 'attribute': {
      const { name, value, within } = expectation;
      const part = locatePart(within);
      return value === null
        ? [`await expect(${part}).not.toHaveAttribute(${literal(name)});`]
        : [`await expect(${part}).toHaveAttribute(${literal(name)}, ${literal(value)});`];
    }
    case 'added':
      return [`await expect(${locatePart(expectation.within)}).toBeVisible();`];
    case 'removed':
      return [`await expect(${locatePart(expectation.within)}).toHaveCount(0);`];
    case 'order': {
      const { tag, texts } = expectation;
      const siblings = `target.locator('..').locator(${literal(`:scope > ${tag}`)})`;
      return [`await expect(${siblings}).toContainText(${literal(texts)});`];
    }
    case 'no uncaught errors':
      return ["expect(error).toBe('');"];
    case 'size':
      return writeSize(expectation);
  }
}

/** One pixel more or less, as browsers round. */
function writeSize({ width, height }: { width: number; height: number }): string[] {
  const near = (side: string, value: number): string[] => [
    `expect(box?.${side}).toBeGreaterThan(${literal(Math.floor(value) - 1)});`,
    `expect(box?.${side}).toBeLessThan(${literal(Math.ceil(value) + 1)});`,
  ];
  return ['const box = await target.boundingBox();', ...near('width', width), ...near('height', height)];
}

function locatePart(part: Part | null): string {
  if (part === null) return 'target';
  const filter = part.text === null ? '' : `, { hasText: ${literal(part.text)} }`;
  return `target.locator(${literal(part.tag)}${filter})`;
}

/** Source of a locator. Playwright finds elements in open shadow roots by itself; frames have to be entered. */
function locateSelector(selector: string, text?: string): string {
  const parts = selector.split(' >>> ');
  const filter = text === undefined ? '' : `, { hasText: ${literal(text)} }`;
  return parts.reduce((found, part, index) => {
    const isLast = index === parts.length - 1;
    const entered = !isLast && /(?:^|[\s>])iframe(?:[#.:[]\S*)?$/i.test(part) ? '.contentFrame()' : '';
    return `${found}.locator(${literal(part)}${isLast ? filter : ''})${entered}`;
  }, 'page');
}

/** A value as JavaScript source. The two line separators that JSON allows in a string are escaped for older tools. */
function literal(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u2028\u2029]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16)}`,
  );
}
