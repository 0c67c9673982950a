import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ComponentTarget } from '@annotate-mcp/core';
import { startAgent } from '@annotate-mcp/demo-agent';

import { startMcp } from '../support/mcp.ts';
import { expect, test } from '../support/test.ts';

test('a comment reaches the store with its source line, the agent fixes it, and the page shows every step', async ({
  page,
  opened: overlay,
  server,
  store,
  allAnnotations,
}) => {
  const title = page.getByTestId('broken-title');
  await expect(title).toHaveText('Specail offer');
  await overlay.comment(title, 'replace "Specail" with "Special"');

  await expect(overlay.badge('pending')).toBeVisible();
  const [annotation] = await allAnnotations();
  expect(annotation).toMatchObject({
    status: 'pending',
    appId: `demos/${server.name}`,
    pageUrl: server.url,
    annotationText: 'replace "Specail" with "Special"',
  });
  if (annotation?.kind !== 'component' && annotation?.kind !== 'element') throw new Error('Another kind.');
  const location = annotation.sourceLocation;
  if (location === undefined) throw new Error('No source location.');
  expect(lineOf(server.root, location)).toContain('broken-title');

  const agent = await startAgent({ root: server.root, name: 'scripted-agent', pace: 1_500 });
  try {
    await expect(overlay.badge('acknowledged')).toBeVisible();
    await expect(overlay.badge('resolved')).toBeVisible();
    await expect(title).toHaveText('Special offer');

    await overlay.badge('resolved').click();
    await expect(overlay.thread).toBeVisible();
    await expect(overlay.thread.locator('.nga-thread-request')).toContainText('replace "Specail"');
    await expect(overlay.thread.locator('.nga-reply--agent').last()).toContainText(/special/i);
    await expect(overlay.thread.locator('.nga-status--resolved')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(overlay.thread).toBeHidden();
  } finally {
    await agent.stop();
  }
  expect((await store.get(annotation.id))?.status).toBe('resolved');
});

test(
  'a question comes back to where the person pointed, and the answer wakes the agent',
  { tag: '@once' },
  async ({ page, opened: overlay, server, allAnnotations }) => {
    const agent = await startAgent({ root: server.root, name: 'scripted-agent' });
    try {
      await overlay.comment(page.getByTestId('broken-title'), 'This looks odd');
      await expect(overlay.badge('acknowledged')).toBeVisible();
      await overlay.badge('acknowledged').click();
      await expect(overlay.thread.locator('.nga-reply--agent')).not.toHaveCount(0);
      await overlay.thread.locator('.nga-thread-input').fill('replace "Specail" with "Special"');
      await page.keyboard.press('Control+Enter');
      // A demo without hot updates loads its page again when the agent writes, and the thread is closed then.
      await expect(page.getByTestId('broken-title')).toHaveText('Special offer');
      await expect(overlay.badge('resolved')).toBeVisible();
      const [annotation] = await allAnnotations();
      expect(annotation?.replies.map(({ author }) => author)).toContain('user');
    } finally {
      await agent.stop();
    }
  },
);

test(
  'an agent sees what it changed in the tab that is open, before and after @full',
  { tag: '@once' },
  async ({ page, opened: overlay, server, allAnnotations }) => {
    const title = page.getByTestId('broken-title');
    await overlay.comment(title, 'Fix the typo');
    await expect.poll(async () => (await allAnnotations()).length).toBe(1);
    const [annotation] = await allAnnotations();
    if (annotation?.kind !== 'component' && annotation?.kind !== 'element') throw new Error('Another kind.');
    const { id, sourceLocation } = annotation;
    await using mcp = await startMcp(server.root);
    expect(await mcp.call('look_at', { id, picture: false })).toMatchObject({
      look: {
        text: 'Specail offer',
        outline: 'heading "Specail offer" level=2',
        sourceLocation,
        ...(annotation.kind === 'component' && { component: componentOf(annotation) }),
      },
    });
    const file = join(server.root, sourceLocation?.file ?? '');
    writeFileSync(file, readFileSync(file, 'utf8').replace('Specail', 'Special'));
    await expect(title).toHaveText('Special offer');
    // A page without hot updates reloads, and may need longer than the two seconds that an agent is kept waiting.
    await expect
      .poll(() => mcp.request('tools/call', { name: 'look_at', arguments: { id } }))
      .toMatchObject({
        content: [{ type: 'text' }, { type: 'image', mimeType: 'image/webp' }],
        structuredContent: { look: { text: 'Special offer' } },
      });
    const secret = await mcp.call('look_at', { selector: '[data-testid=secret-note]' });
    expect(secret).toMatchObject({ look: { text: '[redacted]', outline: '[redacted]' } });
  },
);

test(
  'the page says which agent is listening, and that none is',
  { tag: '@full' },
  async ({ opened: overlay, server }) => {
    const presence = overlay.host.locator('[data-nga="launcher"]');
    await expect(presence).toHaveAttribute('aria-label', /no agent is listening/i);
    const agent = await startAgent({ root: server.root, name: 'scripted-agent' });
    try {
      await expect(presence).toHaveAttribute('aria-label', /scripted-agent is listening/i);
    } finally {
      await agent.stop();
    }
    await expect(presence).toHaveAttribute('aria-label', /no agent is listening/i);
  },
);

function componentOf({ componentName, componentFilePath, inputs }: ComponentTarget) {
  return { name: componentName, file: componentFilePath, inputs };
}

function lineOf(root: string, { file, line }: { file: string; line: number }): string | undefined {
  // A tag may span lines: the location is where it opens.
  return readFileSync(join(root, file), 'utf8')
    .split('\n')
    .slice(line - 1, line + 2)
    .join('\n');
}
