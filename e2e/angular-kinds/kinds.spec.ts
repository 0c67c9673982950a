/** Every kind of element is clicked in a real app, and what an agent gets of it is compared with kinds.ts. */
import { expect, type Locator, type Page, test } from '@playwright/test';

import type { Annotation } from '@annotate-mcp/core';
import { openStore, type Store } from '@annotate-mcp/store';

import { OverlayOnPage } from '../support/overlay.ts';

import type { Kind } from './kind.ts';
import { type KindsServer, serveKinds } from './kinds-server.ts';
import { kinds } from './kinds.ts';

for (const version of [22, 21] as const) {
  test.describe(`Angular ${version}`, { tag: '@full' }, () => {
    let server: KindsServer;
    let store: Store;
    let page: Page;
    let overlay: OverlayOnPage;
    const closing: (() => PromiseLike<void>)[] = [];

    // One page for all of them, since a kind changes nothing for the next; so tall that nothing of the overlay is in the way.
    test.beforeAll(async ({ browser }) => {
      test.setTimeout(900_000);
      server = await serveKinds(version, `angular-kinds-${process.pid}`);
      closing.unshift(() => server[Symbol.asyncDispose]());
      store = await openStore(undefined, { root: server.root });
      closing.unshift(() => store.close());
      page = await browser.newPage({ viewport: { width: 900, height: 3_000 } });
      closing.unshift(() => page.close());
      overlay = new OverlayOnPage(page, async () => (await store.list({}, { limit: 1_000 })).annotations);
      await page.goto(server.url);
      await overlay.ready();
    });

    test.afterAll(async () => {
      test.setTimeout(300_000);
      for (const close of closing.splice(0)) await close();
    });

    for (const kind of kinds) {
      test(kind.kind, async () => {
        await overlay.comment(find(page, kind), kind.kind);
        const { annotations } = await store.list({}, { limit: 1_000 });
        const told = annotations.find(({ annotationText }) => annotationText === kind.kind);
        expect(told).toMatchObject(expectedOf(kind));
        // Exactly, because `toMatchObject` takes more than was asked for.
        expect(told).toHaveProperty('inputs', kind.inputs ?? {});
        expectPlace(told, kind, server);
      });
    }

    test('each of 2,000 components is told from the others', async () => {
      await page.goto(`${server.url}many`);
      await expect(page.getByTestId('cell')).toHaveCount(2_000);
      const told = await indexesTold(page);
      expect(told).toEqual(Array.from({ length: 2_000 }, (_, index) => index));
    });
  });
}

function find(page: Page, { find: selector, nth = 0, in: frame }: Kind): Locator {
  return (frame === undefined ? page : page.frameLocator(frame)).locator(selector).nth(nth);
}

function expectedOf({ component, selector, classFile, template, path }: Kind) {
  return {
    kind: 'component',
    componentName: component,
    selector,
    componentFilePath: classFile === null ? `(unresolved: ${component})` : `app/${classFile}`,
    ...(template !== undefined && { templateFilePath: `app/${template}` }),
    componentTreePath: path,
  };
}

function expectPlace(told: Annotation | undefined, kind: Kind, server: KindsServer) {
  if (kind.template === undefined) expect(told).not.toHaveProperty('templateFilePath');
  if (kind.line === null) expect(told).not.toHaveProperty('sourceLocation');
  const line = kind.line ?? kind.componentLine;
  if (line === undefined || told?.kind !== 'component') return;
  const [file, text] = line;
  const place = kind.line === null ? told.componentLocation : told.sourceLocation;
  expect(place?.file).toBe(`app/${file}`);
  expect(server.line(`app/${file}`, place?.line ?? 0)).toContain(text);
}

/** By the input that tells a cell from the next. */
async function indexesTold(page: Page): Promise<unknown[]> {
  return page.evaluate(async () => {
    const inspection = globalThis.__ANNOTATE_OVERLAY__?.inspection;
    if (inspection === undefined) throw new Error('The overlay is not there.');
    const told: unknown[] = [];
    for (const cell of document.querySelectorAll('[data-testid=cell]')) {
      const target = await inspection.describe(cell, 0);
      told.push(target.kind === 'component' && target.componentName === 'Cell' && target.inputs.index);
    }
    return told;
  });
}
