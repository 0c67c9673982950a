import { afterEach, describe, expect, it } from 'vitest';

import { createProjectPath } from '../inspectors/project-path.ts';

import { readFailures } from './page-failures.ts';
import { showErrorOverlay } from './testing/error-overlay.ts';

const toProjectPath = createProjectPath({ hub: '/__annotate', appId: '.', projectRoot: '/home/ada/shop' });
let shown: HTMLElement | null = null;

afterEach(() => shown?.remove());

function read(lines: readonly string[] = [], late: readonly string[] = []) {
  const consoleTail = { rawLines: (since?: Date) => [...(since === undefined ? lines : late)] };
  return readFailures({ document, consoleTail, toProjectPath, resolvedAt: new Date() });
}

function show(tag: string, html: string): void {
  shown = showErrorOverlay(tag, html);
}

describe('an error that is shown over the page is told, with its file and line', () => {
  const place = { file: 'src/App.tsx', line: 12, column: 9 };

  it.each([
    [
      'Vite',
      'vite-error-overlay',
      `<style>b{}</style><pre><span class="plugin">[plugin:vite:react]</span><span class="message-body">Unexpected token</span></pre>
      <pre class="file">/home/ada/shop/src/App.tsx:12:9</pre>`,
    ],
    [
      'Astro',
      'vite-error-overlay',
      `<h2 id="title">Error</h2><div id="message-content">Unexpected token</div>
      <section id="code"><header><h2 title="/home/ada/shop/src/App.tsx:12:9">App.tsx:12:9</h2></header></section>`,
    ],
    [
      'Next',
      'nextjs-portal',
      `<div data-nextjs-dialog><h1 id="nextjs__container_errors_label">Build Error</h1>
      <p id="nextjs__container_errors_desc">Unexpected token</p><div data-nextjs-terminal>./src/App.tsx:12:9</div></div>`,
    ],
    [
      'Next with webpack, of what a compiler says,',
      'nextjs-portal',
      `<div data-nextjs-dialog><p id="nextjs__container_errors_desc">  x Unexpected token</p>
      <div data-nextjs-codeframe>./src/App.tsxError:   x Unexpected token ,-[/home/ada/shop/src/App.tsx:12:9] 12 | &lt;ul></div></div>`,
    ],
    [
      'Next with webpack, of what a component throws,',
      'nextjs-portal',
      `<div data-nextjs-dialog><p id="nextjs__container_errors_desc">Unexpected token</p>
      <div data-nextjs-codeframe>webpack-internal:/(rsc)/src/App.tsx (12:9) @ eval</div></div>`,
    ],
    ['Nuxt', 'nuxt-error-overlay', `<h1>Unexpected token</h1><pre>at /home/ada/shop/src/App.tsx:12:9</pre>`],
    ['Rsbuild', 'rsbuild-error-overlay', `<div class="content">Unexpected token ./src/App.tsx:12:9</div>`],
  ])('%s', async (_, tag, html) => {
    show(tag, html);
    const [failure] = await read();
    expect(failure).toEqual({
      kind: 'overlay',
      message: expect.stringContaining('Unexpected token') as string,
      ...place,
    });
  });

  it.each([
    [
      'what Vite notes',
      'Unexpected token (The stacktrace appears to be already rewritten by something else.)',
    ],
    ['the lines of the file', 'Unexpected token\n    ,-[/home/ada/shop/src/App.tsx:12:9]\n 11 | <ul>'],
    ['what has failed', 'Module build failed (from ./loader.js):\nError:   x Unexpected token'],
  ])('its sentence is told without %s', async (_, text) => {
    show('vite-error-overlay', '<span class="message-body"></span>');
    shown?.shadowRoot?.querySelector('span')?.append(text);
    expect(await read()).toMatchObject([{ message: 'Unexpected token' }]);
  });

  it('Rsbuild, where a compiler tells the line above the lines of the file', async () => {
    const text =
      'File: ./src/App.tsx:1:1\n  × Module build failed (from builtin:swc-loader):\n  ├─▶   × Syntax Error: Unexpected token\n  │      ╭─[12:9]\n  │   11 │ <ul>';
    show('rsbuild-error-overlay', `<div class="content">${text}</div>`);
    expect(await read()).toEqual([{ kind: 'overlay', message: 'Syntax Error: Unexpected token', ...place }]);
  });

  it('a sentence may begin with a name', async () => {
    show('vite-error-overlay', '<span class="message-body">x is not defined</span>');
    expect(await read()).toMatchObject([{ message: 'x is not defined' }]);
  });

  it('webpack', async () => {
    const frame = document.createElement('iframe');
    frame.id = 'webpack-dev-server-client-overlay';
    shown = frame;
    document.body.append(frame);
    const { contentDocument } = frame;
    if (contentDocument === null) throw new Error('The frame is empty.');
    contentDocument.body.innerHTML = `<div><div>Compiled with problems:</div><button>×</button>
      <div><div><div>ERROR in ./src/App.tsx:12:9</div><div>Unexpected token</div></div></div></div>`;
    expect(await read()).toEqual([{ kind: 'overlay', message: 'Unexpected token', ...place }]);
  });
});

it('an overlay of Next that shows no error is none', async () => {
  show('nextjs-portal', '<button data-nextjs-dev-tools-button>N</button>');
  expect(await read()).toEqual([]);
});

describe('the console', () => {
  it.each([
    ['what was thrown', 'Uncaught Error: no price\n    at App', 'error', 'Uncaught Error: no price'],
    [
      'what React caught',
      'error: Error: no price\n    at App (x)\n\nThe above error occurred in the <App> component.',
      'error',
      'Error: no price',
    ],
    [
      'what Vue caught',
      'warn: [Vue warn]: Unhandled error during execution of render function',
      'error',
      '[Vue warn]',
    ],
    ["Angular's", 'error: ERROR Error: no price', 'error', 'Error: no price'],
    [
      'a failed update',
      'error: [vite] Failed to reload /src/App.tsx. This could be',
      'update',
      '[vite] Failed',
    ],
    [
      'a module that is not there',
      'Uncaught (in promise) TypeError: Failed to fetch dynamically imported module: x',
      'error',
      'Uncaught (in promise)',
    ],
  ])('tells %s', async (_, line, kind, message) => {
    expect(await read([line])).toMatchObject([{ kind, message: expect.stringContaining(message) as string }]);
  });

  it('tells what was thrown in a component of Vue, and where', async () => {
    const thrown = 'error: TypeError: cents is null\n    at Proxy.render (/home/ada/shop/src/Price.vue:3:20)';
    const warning = 'warn: [Vue warn]: Unhandled error during execution of component update';
    expect(await read([warning, thrown])).toEqual([
      { kind: 'error', message: 'TypeError: cents is null', file: 'src/Price.vue', line: 3, column: 20 },
    ]);
  });

  it('tells no line of a module that webpack has compiled', async () => {
    const line =
      'Uncaught Error: no price\n    at App (webpack-internal:///(app-pages-browser)/./src/App.tsx:40:9)';
    expect(await read([line])).toEqual([
      { kind: 'error', message: 'Uncaught Error: no price', file: 'src/App.tsx' },
    ]);
  });

  it('takes no hot update of a bundler for a file of the project', async () => {
    const line = `Uncaught Error: no price\n    at App (${location.origin}/index.e84a2b.hot-update.js:12:9)`;
    expect(await read([line])).toEqual([{ kind: 'error', message: 'Uncaught Error: no price' }]);
  });

  it('tells which file a failed update is of, and what came after the annotation was resolved', async () => {
    const line = 'error: [vite] Failed to reload /src/App.tsx. See errors above.';
    expect(await read([line], [line])).toMatchObject([{ file: 'src/App.tsx', late: true }]);
  });

  it('tells a mistake in code of the project that a promise fails with, which is never late', async () => {
    const line =
      'Uncaught (in promise) ReferenceError: rates is not defined\n    at load (/home/ada/shop/src/rates.ts:3:9)';
    expect(await read([line], [line])).toEqual([
      {
        kind: 'error',
        message: 'Uncaught (in promise) ReferenceError: rates is not defined',
        file: 'src/rates.ts',
        line: 3,
        column: 9,
      },
    ]);
  });

  it.each([
    'TypeError: Failed to fetch',
    `SyntaxError: Unexpected token '<', "<!DOCTYPE "... is not valid JSON`,
  ])('tells a request that code of the project does not get over: %s', async (message) => {
    const line = `Uncaught (in promise) ${message}\n    at JSON.parse (<anonymous>)\n    at load (/home/ada/shop/src/rates.ts:3:9)`;
    expect(await read([line], [line])).toMatchObject([{ kind: 'request', file: 'src/rates.ts', line: 3 }]);
  });

  it.each([
    'Uncaught (in promise) Error: The server answers with 401\n    at load (/home/ada/shop/src/rates.ts:3:9)',
    'Uncaught (in promise) TypeError: a is undefined\n    at run (/home/ada/shop/node_modules/lib/run.js:3:9)',
    'Uncaught (in promise) TypeError: a is undefined',
    'Uncaught (in promise) TypeError: cancelled\n    at load (/home/ada/shop/src/rates.ts:3:9)',
  ])('leaves out a promise that fails for another reason: %s', async (line) => {
    expect(await read([line])).toEqual([]);
  });

  it.each([
    'warn: Download the React DevTools',
    'error: Failed to load resource: 404',
    'Uncaught (in promise) TypeError: Failed to fetch',
    'Uncaught ResizeObserver loop limit exceeded',
    'Uncaught Script error.',
  ])('says nothing about the app with: %s', async (line) => {
    expect(await read([line])).toEqual([]);
  });

  it('gives away no secret', async () => {
    const [failure] = await read(['Uncaught Error: token=sk_live_4eC39HqLyjWDarjtT1zdp7dc is wrong']);
    expect(failure?.message).not.toContain('4eC39HqLyjWDarjtT1zdp7dc');
  });
});
