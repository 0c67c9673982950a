import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { checkTarget } from './check-target.ts';
import { questionNode } from './handlers.ts';
import { takeSnapshot } from './snapshot.ts';
import { connectHandlers } from './testing/connect-handlers.ts';
import { widgets } from './testing/widgets.ts';

beforeAll(connectHandlers);
afterAll(() => document.body.replaceChildren());

function read(): string[] {
  const page = takeSnapshot({});
  if (page === null || 'fault' in page) throw new Error('No snapshot.');
  return page.lines.map(({ depth, text }) => '  '.repeat(depth) + text.replace(/\[e\d+\]/, '[ref]'));
}

function refIn(text: string): string {
  const page = takeSnapshot({ find: text });
  const lines = page === null || 'fault' in page ? [] : page.lines;
  const [, ref = ''] = /\[(e\d+)\]/.exec(lines.find((line) => line.text.includes(text))?.text ?? '') ?? [];
  return ref;
}

describe('a snapshot has a ref for what a person can press', () => {
  it.each(widgets)('$name', ({ html, listeners = {}, lines }) => {
    document.body.innerHTML = html;
    for (const [selector, type] of Object.entries(listeners)) {
      const elements = document.querySelectorAll(selector);
      expect(elements.length).toBeGreaterThan(0);
      for (const element of elements) element.addEventListener(type, () => undefined);
    }
    expect(read()).toEqual(lines);
  });

  it('knows handlers that a framework keeps to itself', () => {
    document.body.innerHTML =
      '<div id="react">React</div><div id="solid">Solid</div><div id="none">None</div>';
    const [react, solid] = document.body.children;
    Object.assign(react ?? {}, { __reactProps$x1: { onClick: () => undefined } });
    Object.assign(solid ?? {}, { $$click: () => undefined });
    expect(read()).toEqual(['clickable [ref]: React', 'clickable [ref]: Solid', '- None']);
  });

  it('leaves no trace in the page', () => {
    expect(questionNode().isConnected).toBe(false);
  });
});

it('an invisible field is pressed through what is drawn over it', () => {
  document.body.innerHTML = widgets[0]?.html ?? '';
  const ref = refIn('combobox "Person"');
  checkTarget({ by: 'ref', ref }, 'clickable', false);
  expect(checkTarget({ by: 'ref', ref }, 'clickable', false)).toMatchObject({ state: 'ready' });
});
