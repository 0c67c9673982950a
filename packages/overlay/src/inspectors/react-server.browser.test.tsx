/** @jsxImportSource react */
import type { ReactNode } from 'react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { react } from './react.ts';
import { element, testConfig, testContext } from './testing/page.ts';
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

  it('own what has the note of before a hot update as its owner, but not what a component of the same name wrote', async () => {
    const before = { ...layout };
    const section = { ...layout, props: { section: 'shop' } };
    const main = fromServer('main', { className: 'inner', ...mark('app/shop/layout.tsx:3:5') }, section, [
      section,
    ]);
    const header = fromServer('header', mark('app/layout.tsx:3:5'), before);
    const body = { children: [header, main], ...mark('app/layout.tsx:2:3') };
    await show(fromServer('div', body, before, [layout]));
    const files = (selector: string) => react.files(element(selector), context);
    expect(await files('header')).toEqual(['app/layout.tsx']);
    expect(react.writer?.(element('header'))).toBe(0);
    expect(await files('.inner')).toEqual(['app/shop/layout.tsx', 'app/layout.tsx']);
    expect(react.writer?.(element('.inner'))).toBe(0);
  });

  it('are used where the source map of the server says, while that has the file as it is now', async () => {
    const asked = serveSourceMap('app/page.tsx', 'export default () => (\n  <Card />\n);\n', 'AACE');
    const stackOf = (file: string) => ({
      stack: `Error\n at call\n at Page (about://React/Server/${file}?7:1:1)`,
    });
    const card = (file: string) => ({ name: 'Card', env: 'Server', props: {}, debugStack: stackOf(file) });
    const used = async (file: string, tagAt: string) => {
      const info = card(file);
      const title = fromServer('b', mark(`app/page.tsx:${tagAt}`), page);
      await show(fromServer('i', { id: file, children: title, ...mark('app/card.tsx:1:1') }, info, [info]));
      return react.usedAt(element(`[id="${file}"]`), 0, context);
    };
    const place = { file: 'app/page.tsx', line: 2, column: 3 };
    expect(await used('file:///app/%5Broot%5D.js', '2:3')).toEqual(place);
    expect(await used('file:///app/%255Broot%255D.js?id=%255Bproject%255D/page.tsx', '2:3')).toEqual(place);
    // Nothing else has been asked for than the chunk, and the module that a hot update has replaced in it.
    expect(asked).toEqual([
      'file:///app/%5Broot%5D.js',
      'file:///app/%5Broot%5D.js?id=%5Bproject%5D/page.tsx',
    ]);
    expect(await used('file:///app/earlier.js', '4:3')).toBeNull();
  });

  it.each(['Prerender', 'Prefetchable', 'Cache'])(
    'are used also where Next was at work on a %s',
    async (env) => {
      serveSourceMap('app/page.tsx', 'export default () => (\n  <Card />\n);\n', 'AACE');
      const stack = `Error\n at call\n at Page (about://React/${env}/file:///app/${env}.js?7:1:1)`;
      const info = { name: 'Card', env, props: {}, debugStack: { stack } };
      await show(fromServer('i', mark('app/card.tsx:1:1'), info, [info]));
      expect(await react.usedAt(element('i'), 0, context)).toEqual({
        file: 'app/page.tsx',
        line: 2,
        column: 3,
      });
    },
  );
});

/** Answers in place of Next's dev server, and returns the names that are asked for. */
function serveSourceMap(file: string, source: string, mappings: string): string[] {
  const asked: string[] = [];
  const map = {
    version: 3,
    sources: [`file://${testConfig.projectRoot}/${file}`],
    sourcesContent: [source],
    names: [],
    mappings,
  };
  vi.spyOn(globalThis, 'fetch').mockImplementation((input) => {
    const { pathname, searchParams } = new URL(input as string, location.href);
    if (!pathname.endsWith('__nextjs_source-map')) throw new Error(`Nothing is at ${pathname}.`);
    asked.push(searchParams.get('filename') ?? '');
    return Promise.resolve(new Response(JSON.stringify(map)));
  });
  onTestFinished(() => void vi.restoreAllMocks());
  return asked;
}
