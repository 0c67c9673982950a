/** Live annotation of the React demo in Firefox and WebKit. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type Actor, type Annotation, acknowledge, resolve } from '@annotate-mcp/core';
import { openStore, type Store } from '@annotate-mcp/store';

import { type DemoServer, startDemo } from '../support/demo-server.ts';
import { listInstalled } from './support/browsers.ts';
import { OverlayInBrowser } from './support/overlay.ts';
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

  it('names the component and its source, and sends the comment', async () => {
    await overlay.inspect();
    const label = await overlay.pointAt(testId('broken-title'));
    console.log(label);
    await overlay.send('Fix the spelling');
    console.log(await sent('Fix the spelling'));
  });
});

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
