import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { answerAboutHandlers } from '../driver/main-world.ts';

import { checkTarget } from './check-target.ts';
import { noteListening, questionNode } from './handlers.ts';
import { takeSnapshot } from './snapshot.ts';
import { widgets } from './testing/widgets.ts';

// As the driver does it in a tab.
beforeAll(() => void answerAboutHandlers.call(questionNode()));
afterAll(() => document.body.replaceChildren());

function read(press: readonly number[] = [], drop: readonly number[] = []): string[] {
  const page = takeSnapshot({ listening: { press, drop } });
  if (page === null || 'fault' in page) throw new Error('No snapshot.');
  return page.lines.map((line) => line.replace(/\[e\d+\]/, '[ref]'));
}

function refIn(text: string): string {
  const page = takeSnapshot({ find: text });
  const lines = page === null || 'fault' in page ? [] : page.lines;
  const [, ref = ''] = /\[(e\d+)\]/.exec(lines.find((line) => line.includes(text)) ?? '') ?? [];
  return ref;
}

describe('a snapshot has a ref for what a person can press', () => {
  it.each(widgets)('$name', ({ html, listeners = [], lines }) => {
    document.body.innerHTML = html;
    const elements = listeners.flatMap((selector) => [...document.querySelectorAll(selector)]);
    const ids = elements.map((_, index) => index + 1);
    noteListening(ids, elements);
    expect(read(ids)).toEqual(lines);
  });

  it('knows handlers that a framework keeps to itself', () => {
    document.body.innerHTML =
      '<div id="react">React</div><div id="solid">Solid</div><div id="none">None</div>';
    const [react, solid] = document.body.children;
    Object.assign(react ?? {}, { __reactProps$x1: { onClick: () => undefined } });
    Object.assign(solid ?? {}, { $$click: () => undefined });
    expect(read()).toEqual(['clickable [ref]: React', 'clickable [ref]: Solid', '- None']);
  });

  it('has a ref for what things are dropped on, whatever is in it', () => {
    document.body.innerHTML =
      '<section aria-label="Done" id="d1"><button>Add</button></section><div id="d2">Drop here</div>';
    noteListening([901, 902], [...document.body.children]);
    expect(read([], [901, 902])).toEqual([
      'region "Done" [ref] droppable',
      '  button "Add" [ref]',
      'clickable [ref] droppable: Drop here',
    ]);
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
