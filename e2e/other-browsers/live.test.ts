/** Live annotation of the React demo in Firefox and WebKit. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type Actor, type Annotation, acknowledge, resolve } from '@annotate-mcp/core';
import { openStore, type Store } from '@annotate-mcp/store';

import { type DemoServer, startDemo } from '../support/demo-server.ts';
import { type InspectorCase, readInspectorCases } from '../support/inspector-cases.ts';

import { listInstalled } from './support/browsers.ts';
import { OverlayInBrowser } from './support/overlay.ts';
import { hasColor, hasRequested } from './support/page-functions.ts';
import type { RealBrowser } from './support/real-browser.ts';

const agent: Actor = { type: 'agent', agentId: 'agent-1', agentName: 'claude-code' };

let server: DemoServer;
let store: Store;

beforeAll(async () => {
  server = await startDemo('react', `other-browsers-react-${process.pid}`);
  store = await openStore(undefined, { root: server.root });
});

afterAll(async () => {
  await store.close();
  await server[Symbol.asyncDispose]();
});

describe.for(listInstalled())('$kind.name', ({ kind, program }) => {
  let browser: RealBrowser;
  let overlay: OverlayInBrowser;

  beforeAll(async () => {
    browser = await kind.start(program);
    overlay = new OverlayInBrowser(browser);
  });
  afterAll(async () => browser[Symbol.asyncDispose]());

  beforeEach(async () => {
    for (const { id } of await allAnnotations()) await store.remove(id);
    await overlay.open(server.url);
  });

  it.for(readInspectorCases('react').map((expected) => ({ name: nameOf(expected), expected })))(
    'names component, file and line of $name',
    async ({ name, expected }) => {
      if (expected.open !== undefined) await overlay.clickElement(testId(expected.open));
      await overlay.inspect();
      const { testid, nth = 0, componentName: label } = expected;
      await overlay.pointAt(testId(testid), { nth, label });
      await overlay.send(name);
      const annotation = await sent(name);
      const { componentName, componentFilePath, componentTreePath } = expected;
      expect(annotation).toMatchObject({ componentName, componentFilePath, componentTreePath });
      expect(annotation).toMatchObject({ kind: 'component', inputs: expected.inputs ?? {} });
      expect(writtenAt(annotation)).toContain(expected.lineText);
    },
  );

  it("shows an agent's work at the element and its reply in the thread", async () => {
    await overlay.comment(testId('broken-title'), 'Fix the spelling');
    const { id } = await sent('Fix the spelling');
    await store.update(id, (before) => acknowledge(before, agent, new Date()));
    await overlay.expectPart('.nga-badge--acknowledged');
    const note = { id: crypto.randomUUID(), message: 'Done in `BrokenCard`.' };
    await store.update(id, (before) => resolve(before, agent, new Date(), note));
    await overlay.clickPart('.nga-badge--resolved');
    await overlay.expectText('.nga-reply--agent', 'Done in BrokenCard.');
    await overlay.clickPart('.nga-thread-input');
    await browser.typeText('Still wrong');
    await overlay.clickButton('Re-open');
    await expect
      .poll(async () => store.get(id))
      .toMatchObject({ status: 'pending', replies: [{ author: 'agent' }, { message: 'Still wrong' }] });
  });

  it('can be used over an open modal dialog, which stays open', async () => {
    await overlay.clickElement(testId('open-checkout'));
    await overlay.expectElement(testId('checkout-dialog'));
    await overlay.clickPart('[data-nga="launcher"]');
    await overlay.clickButton('Inspect');
    await overlay.pointAt(testId('checkout-email'));
    const { middle } = await overlay.expectPart('.nga-textarea');
    expect(await overlay.isOnTopAt(middle)).toBe(true);
    await overlay.clickAt(middle);
    await overlay.send('Needs a placeholder');
    await sent('Needs a placeholder');
    await overlay.clickPart('.nga-badge--pending');
    await overlay.expectPart('.nga-thread-panel');
    await overlay.expectElement(testId('checkout-dialog'));
  });

  it('freezes what vanishes when the pointer leaves', async () => {
    const button = await overlay.expectElement(testId('hover-menu-button'));
    await browser.moveTo(button.middle);
    await overlay.expectElement(testId('hover-menu'));
    await browser.pressKeys('Alt+Shift+KeyF');
    await expect
      .poll(async () => browser.evaluate(() => document.querySelector('[data-annotate-hover]') !== null))
      .toBe(true);
    await browser.moveTo({ x: 2, y: 2 });
    await overlay.expectElement(testId('hover-menu'));
    await overlay.comment(testId('hover-menu'), 'Sort these');
    await sent('Sort these');
    await browser.pressKeys('Alt+Shift+KeyF');
    await browser.moveTo({ x: 2, y: 2 });
    await expect.poll(async () => overlay.element(testId('hover-menu'))).toBeNull();
  });

  it('copies the comments of the page as Markdown', async () => {
    await overlay.comment(testId('broken-title'), 'Fix the spelling');
    await sent('Fix the spelling');
    // Loaded when the page is idle.
    await expect.poll(async () => browser.evaluate(hasRequested, '/copy-')).toBe(true);
    await browser.pressKeys('Alt+Shift+KeyE');
    await overlay.expectText('[data-nga="toast"]', 'copied as Markdown');
  });

  it('sends a picture of the element', async () => {
    await overlay.inspect();
    await overlay.pointAt(testId('broken-card'));
    await overlay.clickPart('.nga-more');
    await overlay.clickButton('Screenshot');
    await overlay.clickPart('.nga-textarea');
    await overlay.send('See the picture');
    expect(await sent('See the picture')).toMatchObject({
      screenshot: expect.stringMatching(/^[0-9a-f]{64}\.(webp|png)$/) as unknown,
    });
    await overlay.clickPart('.nga-badge--pending');
    await overlay.expectPart('img[alt="Screenshot"]');
    // The last line of the card, which other margins than the page's push out of the picture.
    const priceColor = [255, 217, 184] as const;
    await expect.poll(async () => browser.evaluate(hasColor, 'img[alt="Screenshot"]', priceColor)).toBe(true);
  });
});

const nameOf = ({ testid, nth = 0 }: InspectorCase) => `${testid} ${nth + 1}`;
const testId = (id: string) => `[data-testid="${id}"]`;

async function allAnnotations(): Promise<Annotation[]> {
  return (await store.list({}, { limit: 1_000 })).annotations;
}

async function sent(text: string): Promise<Annotation> {
  let found: Annotation | undefined;
  await expect
    .poll(async () => (found = (await allAnnotations()).find((one) => one.annotationText === text)))
    .toBeDefined();
  if (found === undefined) throw new Error(`The store has no comment "${text}".`);
  return found;
}

/** The lines of the file from the location on; a tag may span several. */
function writtenAt(annotation: Annotation): string {
  if (annotation.kind !== 'component') throw new Error(`It is of kind ${annotation.kind}.`);
  const { file, line } = annotation.sourceLocation ?? { file: '', line: 0 };
  return server
    .read(file)
    .split('\n')
    .slice(line - 1, line + 4)
    .join('\n');
}
