import { describe, expect, it } from 'vitest';

import { pagePayloadSchema } from '@annotate-mcp/core/schema';

import type { InspectedTarget } from '../inspectors/inspection.ts';
import type { Picked } from '../state/state.ts';

import { composePayload } from './compose-payload.ts';

const page = {
  url: 'http://localhost:5173/cart',
  title: 'Cart',
  viewport: { width: 1280, height: 720, colorScheme: 'dark' as const },
  scroll: { x: 0, y: 100 },
};
const written = { id: '00000000-0000-4000-8000-000000000001', text: ' Make it bold \n' };

const card: InspectedTarget = {
  kind: 'component',
  componentName: 'Card',
  selector: 'Card',
  componentFilePath: 'src/Card.tsx',
  inputs: {},
  domSnapshot: '<div></div>',
  componentTreePath: ['App'],
  componentLocation: { file: 'src/Card.tsx', line: 4, column: 5 },
  element: {
    tag: 'h2',
    role: 'heading',
    text: 'Offer',
    box: { x: 1, y: 2, width: 3, height: 4 },
    html: '<h2>Offer</h2>',
  },
};
const button: InspectedTarget = { kind: 'element', selector: '#buy', description: 'button "Buy"' };

function picked(target: InspectedTarget): Picked {
  const host = document.createElement('div');
  host.style.cssText = 'position: absolute; left: 10px; top: 20px; width: 30px; height: 40px';
  document.body.append(host);
  return { element: host, target };
}

describe('composePayload', () => {
  it('keeps what the person wrote without the blanks around it, and where it is on the page', () => {
    const payload = composePayload({ kind: 'picked', picked: [picked(card)] }, written, page);
    expect(payload).toMatchObject({
      kind: 'component',
      annotationText: 'Make it bold',
      componentName: 'Card',
      boundingBox: { x: 10, y: 120, width: 30, height: 40 },
      pageTitle: 'Cart',
    });
    expect(pagePayloadSchema.parse(payload)).toEqual(payload);
  });

  it('says which story of Storybook is shown', () => {
    const payload = composePayload({ kind: 'page' }, written, { ...page, storyId: 'shop-card--filled' });
    expect(payload).toMatchObject({ kind: 'page', storyId: 'shop-card--filled' });
    expect(pagePayloadSchema.parse(payload)).toEqual(payload);
  });

  it('takes the dragged area instead of the element’s own box', () => {
    const area = { x: 1, y: 2, width: 3, height: 4 };
    const payload = composePayload({ kind: 'picked', picked: [{ ...picked(card), area }] }, written, page);
    expect(payload.boundingBox).toEqual({ x: 1, y: 102, width: 3, height: 4 });
  });

  it('leaves a lone element an element', () => {
    const payload = composePayload({ kind: 'picked', picked: [picked(button)] }, written, page);
    expect(payload).toMatchObject({ kind: 'element', selector: '#buy' });
    expect(pagePayloadSchema.parse(payload)).toEqual(payload);
  });

  it('makes one annotation of several things, elements among them', () => {
    const payload = composePayload(
      { kind: 'picked', picked: [picked(button), picked(card)], selectionText: 'Buy' },
      written,
      page,
    );
    expect(payload).toMatchObject({
      kind: 'component',
      componentName: 'unknown',
      domPath: '#buy',
      selectionText: 'Buy',
      targets: [{ componentName: 'Card' }],
    });
    expect(pagePayloadSchema.parse(payload)).toEqual(payload);
  });

  it('masks keys in the title of the page and in what was selected', () => {
    const key = ['ghp', 'a1'.repeat(18)].join('_');
    const target = { kind: 'picked', picked: [picked(button)], selectionText: `Use ${key}` } as const;
    expect(composePayload(target, written, { ...page, title: `Made ${key}` })).toMatchObject({
      pageTitle: 'Made [redacted]',
      selectionText: 'Use [redacted]',
    });
  });

  it('makes a page note of a page', () => {
    const steps = [{ kind: 'press', key: 'Enter', secondsBefore: 1.5 }] as const;
    const payload = composePayload({ kind: 'page' }, { ...written, consoleErrors: ['x'], steps }, page);
    expect(payload).toMatchObject({ kind: 'page', consoleErrors: ['x'], steps, pageUrl: page.url });
    expect(pagePayloadSchema.parse(payload)).toEqual(payload);
  });
});
