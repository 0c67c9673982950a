import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import MagicString from 'magic-string';
import type { Plugin } from 'vite';
import { describe, expect, it } from 'vitest';

import { projectAt } from '@annotate-mcp/unplugin';
import { createApp } from '@annotate-mcp/unplugin/testing/app';

import { createDevServer } from '../testing/dev-server.ts';

import { createPreparedModules, scriptAttributes } from './script.ts';

const view = `export function View(props: { names: string[] }) {
  return (
    <article>
      {props.names.map((name) => <b key={name}>{name}</b>)}
    </article>
  );
}
`;
const marks = ['src/view.tsx:3:5', 'src/view.tsx:4:34'];

async function marksOf(url: string, plugins: Plugin[] = []): Promise<string[]> {
  await using app = await createApp({ 'package.json': '{}', 'src/view.tsx': view });
  const project = projectAt(app.root);
  const own = scriptAttributes(
    () => true,
    () => project,
  );
  await using server = await createDevServer(app, { plugins: [...plugins, own] });
  const served = await server.code(url);
  return [...served.matchAll(/"data-annotate-source": "([^"]+)"/g)].flatMap(([, mark]) => mark ?? []);
}

/** A plugin that changes the module before ours does. */
function changing(change: (text: MagicString) => void, hasMap = true): Plugin {
  return {
    name: 'changing',
    enforce: 'pre',
    transform: {
      order: 'pre',
      handler(code, id) {
        if (!id.includes('view.tsx')) return;
        const text = new MagicString(code);
        change(text);
        return { code: text.toString(), map: hasMap ? text.generateMap({ hires: true }) : null };
      },
    },
  };
}

describe('scriptAttributes', () => {
  it("marks React's elements where they are written", async () => {
    expect(await marksOf('/src/view.tsx')).toEqual(marks);
  });

  it('marks a module that a router splits by a query', async () => {
    expect(await marksOf('/src/view.tsx?split=component')).toEqual(marks);
  });

  it('marks a module before a compiler that is listed first, as that of Solid is', async () => {
    const compiled: string[] = [];
    const compiler: Plugin = {
      name: 'compiler',
      enforce: 'pre',
      transform: (code, id) => void (id.includes('view.tsx') && compiled.push(code)),
    };
    await marksOf('/src/view.tsx', [compiler]);
    expect(compiled).toEqual([expect.stringContaining(`<article data-annotate-source="${marks[0]}">`)]);
  });

  it.each([
    {
      name: 'added above',
      plugin: changing((text) => text.prepend('const x = 1;\n\n'), false),
      expected: marks,
    },
    {
      name: 'changed above and below, with a source map',
      plugin: changing((text) => text.prepend('const x = 1;\n').append('\nexport { x };')),
      expected: marks,
    },
    {
      name: 'changed above and below, without a source map',
      plugin: changing((text) => text.prepend('const x = 1;\n').append('\nexport { x };'), false),
      expected: [],
    },
  ])('uses the lines of the file when another plugin has $name', async ({ plugin, expected }) => {
    expect(await marksOf('/src/view.tsx', [plugin])).toEqual(expected);
  });
});

/** Modules whose results say how they were made, and a file that is used by a page. */
async function startPreparing() {
  const app = await createApp({ 'package.json': '{}', 'src/a.jsx': 'one' });
  const file = join(app.root, 'src/a.jsx');
  let onPrepared: () => void = () => undefined;
  const modules = createPreparedModules((code) => {
    // After what `fileChanged` does with the result.
    setImmediate(() => onPrepared());
    return Promise.resolve(`prepared ${code}`);
  });
  const ask = (code: string) => modules.resultOf(code, file, () => Promise.resolve(`asked ${code}`));
  const change = (text: string) =>
    new Promise<void>((resolve) => {
      onPrepared = resolve;
      writeFileSync(file, text);
      modules.fileChanged(file);
    });
  return { ask, change, file, modules, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

describe('what is prepared when a file changes', () => {
  it('has a module ready before it is asked for after a change', async () => {
    await using preparing = await startPreparing();
    expect(await preparing.ask('one')).toBe('asked one');
    await preparing.change('two');
    expect(await preparing.ask('two')).toBe('prepared two');
    expect(await preparing.ask('two')).toBe('asked two');
  });

  it('uses nothing that was prepared for another text of the module', async () => {
    await using preparing = await startPreparing();
    await preparing.ask('one');
    await preparing.change('half of tw');
    expect(await preparing.ask('two, and what another plugin added')).toBe(
      'asked two, and what another plugin added',
    );
  });

  it('prepares no module that no page has asked for', async () => {
    await using preparing = await startPreparing();
    let isPrepared = false;
    const modules = createPreparedModules(() => {
      isPrepared = true;
      return Promise.resolve('');
    });
    modules.fileChanged(preparing.file);
    // Both read the file; this one was asked to later.
    await preparing.ask('one');
    await preparing.change('two');
    expect(isPrepared).toBe(false);
  });
});
