import { describe, expect, it } from 'vitest';

import { sampleAnnotation } from '@annotate-mcp/core/testing';

import { tab } from '../../testing/scripted-extension.ts';

import { jpeg, picture, snapshot, startTools } from './testing/start-tools.ts';

describe('what a person annotated', () => {
  const pageUrl = 'https://shop.test/cart?x=1';
  const annotation = sampleAnnotation({ pageUrl });

  it('is looked at in the tab that shows its page, without naming one', async () => {
    const { call, asked, store } = await startTools({
      get_tabs: () => ({ tabs: [{ ...tab, tabId: 3, url: 'https://other.test/' }, tab] }),
      screenshot: () => picture,
    });
    await store.add(annotation);
    const { content, text } = await call('browser_screenshot', {
      annotation_id: annotation.id,
      highlight: true,
    });
    expect(content[0]).toMatchObject({ type: 'image', data: jpeg, mimeType: 'image/jpeg' });
    expect(JSON.parse(text)).toMatchObject({ tab_id: 7 });
    expect(asked('screenshot')).toMatchObject({
      tabId: 7,
      highlight: true,
      target: { by: 'annotation', annotationId: annotation.id, place: { pageUrl } },
    });
    expect(JSON.stringify(asked('screenshot'))).not.toContain(annotation.annotationText);
  });

  it('is not looked for on sites of others when only its path is known', async () => {
    const { call, asked, store } = await startTools({
      get_tabs: () => ({
        tabs: [
          { ...tab, tabId: 3, url: 'https://other.test/cart', active: true },
          { ...tab, tabId: 4, url: 'http://localhost:5173/cart', active: false },
        ],
      }),
      screenshot: () => picture,
    });
    await store.add(sampleAnnotation({ ...annotation, pageUrl: '/cart' }));
    await call('browser_screenshot', { annotation_id: annotation.id });
    expect(asked('screenshot')).toMatchObject({ tabId: 4 });
  });

  it('is opened in the background when no tab shows it', async () => {
    const { call, asked, store } = await startTools({
      get_tabs: () => ({ tabs: [] }),
      create_tab: () => ({ tab }),
      get_accessibility_tree: () => snapshot,
    });
    await store.add(annotation);
    const { text } = await call('browser_get_accessibility_tree', { annotation_id: annotation.id });
    expect(asked('create_tab')).toMatchObject({ url: pageUrl, active: false });
    expect(text).toContain('button "Pay"');
  });

  it('is shown to the person by scrolling to it and outlining it', async () => {
    const { call, asked, store } = await startTools({
      scroll: () => ({ on: 'button "Pay"', moved: 10, leftAbove: 10, leftBelow: 0 }),
    });
    await store.add(annotation);
    await call('browser_scroll', { tab_id: 7, annotation_id: annotation.id, highlight: true });
    expect(asked('scroll')).toMatchObject({ highlightMs: 4_000, target: { by: 'annotation' } });
  });

  it('gets a picture into its thread', async () => {
    const { call, store, kept } = await startTools({ screenshot: () => picture });
    await store.add(annotation);
    const { text } = await call('browser_screenshot', {
      tab_id: 7,
      annotation_id: annotation.id,
      attach: 'After: it is blue.',
    });
    expect(JSON.parse(text)).toMatchObject({ attached: '.annotate/attachments/1.jpg' });
    expect(kept).toEqual([{ bytes: Buffer.from(jpeg, 'base64'), mimeType: 'image/jpeg' }]);
    const after = await store.get(annotation.id);
    expect(after?.replies).toMatchObject([
      { author: 'agent', agentName: 'claude-code', message: 'After: it is blue.', screenshot: '1.jpg' },
    ]);
  });

  it('gets nothing into its thread that is no picture', async () => {
    const file = Buffer.from('<svg onload=alert(1)>').toString('base64');
    const { call, store, kept } = await startTools({ screenshot: () => ({ ...picture, file }) });
    await store.add(annotation);
    const input = { tab_id: 7, annotation_id: annotation.id, attach: 'After' };
    expect(await call('browser_screenshot', input)).toMatchObject({ isError: true });
    expect(kept).toEqual([]);
    expect((await store.get(annotation.id))?.replies).toEqual([]);
  });
});
