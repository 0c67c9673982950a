/** What the files beside it take pictures with. An agent is played by moves in the store. */
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import type { Annotation, MoveMessage } from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';

import { type DemoServer, startDemo } from '../support/demo-server.ts';
import type { OverlayOnPage } from '../support/overlay.ts';
import { expect, test as demoTest } from '../support/test.ts';

export { expect } from '../support/test.ts';

export const folder = join(import.meta.dirname, '../../docs/images');
export const agent = { type: 'agent', agentId: 'pictures', agentName: 'claude-code' } as const;

export interface Clip {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const test = demoTest.extend<object, { server: DemoServer }>({
  page: async ({ page }, use) => {
    // The name would be that of the machine which takes the pictures.
    await page.addInitScript(() => localStorage.setItem('annotate-author-name', 'Ada Lovelace'));
    await use(page);
  },
  server: [
    async ({ demo }, use) => {
      await using server = await startDemo(demo, `pictures-${demo}`);
      await use(server);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

export async function move(
  store: Store,
  text: string,
  how: (before: Annotation) => Annotation,
): Promise<void> {
  const find = async () =>
    (await store.list({}, { limit: 100 })).annotations.find((one) => one.annotationText.startsWith(text));
  await expect.poll(find).toBeDefined();
  await store.update((await find())?.id ?? '', how);
}

export function note(message: string): MoveMessage {
  return { id: crypto.randomUUID(), message };
}

export async function listening(store: Store): Promise<void> {
  const { agentId, agentName } = agent;
  await store.agents.announce({ agentId, agentName, waiting: true, since: new Date().toISOString() });
}

/** "Sent. claude-code is listening." and the like go by themselves. */
export async function noticeGone({ host }: Pick<OverlayOnPage, 'host'>): Promise<void> {
  await expect(host.locator('.nga-notice')).toHaveCount(0, { timeout: 20_000 });
}

export async function take(page: Page, name: string, clip?: Clip): Promise<void> {
  await page.screenshot({
    path: join(folder, `${name}.png`),
    animations: 'disabled',
    caret: 'hide',
    ...(clip && { clip }),
  });
}
