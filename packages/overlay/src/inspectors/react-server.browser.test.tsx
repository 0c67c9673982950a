/** @jsxImportSource react */
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';

import { react } from './react.ts';
import { element, testContext } from './testing/page.ts';
import { Card, removeAfterEach, show } from './testing/react-app.tsx';

const context = testContext();

removeAfterEach();

/** What React makes of the elements that a server sends: the element of a note and the notes of what rendered it. */
function fromServer(
  type: unknown,
  props: object,
  owner: object,
  rendered: readonly object[] = [],
): ReactNode {
  const made = { $$typeof: Symbol.for('react.transitional.element'), type, key: null, ref: null, props };
  const noted = {
    _owner: owner,
    _debugInfo: [{ time: 1 }, ...rendered],
    _debugStack: null,
    _debugTask: null,
  };
  return { ...made, ...noted, _store: { validated: 1 } } as unknown as ReactNode;
}

describe('server components of React 19', () => {
  const layout = {
    name: 'Layout',
    env: 'Server',
    props: { children: 'This object has been omitted by React …' },
  };
  const page = { name: 'Page', env: 'Server', props: { title: 'Shop', token: 'abc' } };
  const outlet = { name: 'Outlet', env: 'Server', props: {} };
  const mark = (source: string) => ({ 'data-annotate-source': source });

  it('are in the path, with the files of what they wrote and the props that React sent along', async () => {
    const heading = fromServer('h1', { className: 'heading', ...mark('app/page.tsx:4:7') }, page);
    const client = fromServer(Card, { title: 'One', children: heading }, page);
    const main = fromServer('main', { children: client, ...mark('app/page.tsx:3:5') }, page, [outlet, page]);
    await show(fromServer('div', { children: main, ...mark('app/layout.tsx:2:3') }, layout, [layout]));
    const asked = element('.heading');
    expect(react.ancestry(asked).map(({ name, hostUp }) => [name, hostUp])).toEqual([
      ['Card', 1],
      ['Page', 2],
      ['Outlet', 2],
      ['Layout', 3],
    ]);
    expect((await react.files(asked, context)).slice(1)).toEqual(['app/page.tsx', null, 'app/layout.tsx']);
    expect(await react.describe(asked, 1, context)).toEqual({
      componentName: 'Page',
      selector: 'Page',
      componentFilePath: 'app/page.tsx',
      componentLocation: { file: 'app/page.tsx', line: 3, column: 5 },
      inputs: { title: 'Shop', token: '[redacted]' },
    });
    expect((await react.describe(asked, 3, context)).inputs).toEqual({ children: '[omitted]' });
  });

  it('are around each of several elements that they rendered', async () => {
    const item = (text: string) => fromServer('li', { id: text, ...mark('app/page.tsx:5:5') }, page, [page]);
    await show([item('first'), item('second')]);
    const [first, second] = ['#first', '#second'].map((id) => react.ancestry(element(id)));
    expect(first).toEqual([{ name: 'Page', selector: 'Page', hostUp: 0 }]);
    expect(second).toEqual(first);
  });
});
