import { expect, type Page, test } from '@playwright/test';

import * as core from '@annotate-mcp/core';

import { serveModule, type ServedModule } from './served-module.ts';

/** What runs inside the page; Playwright sends its text, so it sees nothing of this file. */
type InPage<Result> = (module: typeof core) => Result;

let served: ServedModule;
let errors: string[];

test.beforeAll(async () => {
  served = await serveModule('@annotate-mcp/core');
});

test.afterAll(() => served[Symbol.asyncDispose]());

test.beforeEach(async ({ page }) => {
  errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
  });
  await page.goto(served.pageUrl);
});

test.afterEach(() => {
  expect(errors).toEqual([]);
});

test('a page gets the exports that Node gets', async ({ page }) => {
  const inPage = await runInPage(page, (module) => Object.keys(module).sort());
  expect(inPage).toEqual(Object.keys(core).sort());
  expect(inPage).not.toEqual([]);
});

test('an annotation made, claimed and resolved in a page reads as one made in Node', async ({ page }) => {
  const liveAndExport: InPage<string> = ({ acknowledge, annotationsToMarkdown, create, resolve }) => {
    const at = new Date('2026-01-02T03:04:05.000Z');
    const agent = { type: 'agent', agentId: 'agent-1', agentName: 'an agent' } as const;
    const pending = create(
      {
        kind: 'page',
        id: '00000000-0000-4000-8000-000000000001',
        appId: '.',
        authorId: '00000000-0000-4000-8000-000000000002',
        annotationText: 'Make the price **bold** – 12 €',
        pageUrl: 'http://localhost:4200/cart',
        pageTitle: 'Cart',
      },
      'pending',
      at,
    );
    const summary = { id: '00000000-0000-4000-8000-000000000003', message: 'It is bold now.' };
    return annotationsToMarkdown([resolve(acknowledge(pending, agent, at), agent, at, summary)], at);
  };
  const markdown = await runInPage(page, liveAndExport);
  expect(markdown).toBe(liveAndExport(core));
  expect(markdown).toContain('It is bold now.');
});

test('a refused move is an AnnotateError with its code, in a page too', async ({ page }) => {
  const code = await runInPage(page, ({ AnnotateError, create }) => {
    try {
      const content = {
        kind: 'page',
        id: '1',
        appId: '.',
        authorId: '2',
        pageUrl: '',
        pageTitle: '',
      } as const;
      create({ ...content, annotationText: '' }, 'pending', new Date(0));
      return 'accepted';
    } catch (error) {
      return error instanceof AnnotateError && error instanceof Error ? error.code : 'another error';
    }
  });
  expect(code).toBe('annotation/invalid');
});

test('a passage described in a page is found again there after the text around it has changed', async ({
  page,
}) => {
  const followEdit: InPage<unknown> = ({ describeAnchor, locateAnchor }) => {
    const before = 'Intro 👩‍👩‍👧.\n\nWe ship in May.\n\nWe ship in June, to Zürich only.\n';
    const after = `A new first line.\n\n${before.replace('only', 'and Genève')}`;
    const start = before.indexOf('ship in June');
    const anchor = describeAnchor(before, start, start + 'ship in June'.length);
    const placement = locateAnchor(anchor, after, { lastSeenText: before });
    const found = placement.state === 'placed' ? after.slice(placement.start, placement.end) : null;
    return { anchor, placement, found };
  };
  const inPage = await runInPage(page, followEdit);
  expect(inPage).toEqual(followEdit(core));
  expect(inPage).toMatchObject({ found: 'ship in June' });
});

async function runInPage<Result>(page: Page, run: InPage<Result>): Promise<Result> {
  const module = await page.evaluateHandle((url) => import(url) as Promise<typeof core>, served.moduleUrl);
  return module.evaluate<Result>(run);
}
