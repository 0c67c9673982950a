import { resolve } from 'node:path';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { openPage } from '@annotate-mcp/hub/testing/browser';
import { createApp } from '@annotate-mcp/unplugin/testing/app';

import { annotate } from './plugin.ts';
import { createDevServer } from './testing/dev-server.ts';

beforeEach(() => void vi.stubEnv('VITEST', undefined));
afterEach(() => void vi.unstubAllEnvs());

const page = (body: string) => `<!doctype html><html><head></head><body>${body}</body></html>`;

it('the overlay is loaded once in a page with a strict policy, although the tag and the module name it', async () => {
  await using app = await createApp({
    'index.html': page('<script type="module" src="/src/main.js"></script>'),
    'src/main.js': "import 'virtual:annotate';\n",
  });
  await using server = await createDevServer(app, {
    plugins: [annotate()],
    base: '/app/',
    server: { headers: { 'Content-Security-Policy': "script-src 'self'" } },
  });
  await server.vite.listen();
  await using browser = await openPage('about:blank');
  const asked: string[] = [];
  const refused: string[] = [];
  browser.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  browser.page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  await browser.page.goto(`${server.origin()}/app/`, { waitUntil: 'networkidle' });
  expect(asked).toContain('/app/src/main.js');
  expect(asked.some((path) => path.includes('virtual:annotate'))).toBe(true);
  expect(new Set(asked.filter((path) => path.endsWith('__annotate/overlay.js')))).toEqual(
    new Set(['/app/__annotate/overlay.js']),
  );
  expect(refused).toEqual([]);
});

it('registers the props of every root node of a hydrated Svelte component', { tags: 'full' }, async () => {
  await using app = await createApp({
    'index.html': page('<div id="app"><!--app--></div><script type="module" src="/src/main.js"></script>'),
    'src/main.js':
      "import { hydrate } from 'svelte';\nimport App from './App.svelte';\nhydrate(App, { target: document.getElementById('app') });\nglobalThis.ready = true;\n",
    'src/server.js':
      "import { render } from 'svelte/server';\nimport App from './App.svelte';\nexport const { body } = render(App);\n",
    'src/App.svelte':
      "<script>import Pair from './Pair.svelte';</script>\n{#each ['a', 'b'] as id}<Pair {id} />{/each}\n",
    'src/Pair.svelte':
      '<script>let { id } = $props();</script>\n<dt id={id}>x</dt>\n<dd id="{id}-2">y</dd>\n',
  });
  await using server = await createDevServer(app, {
    plugins: [
      annotate({ store: 'memory:' }),
      svelte({ configFile: false }),
      {
        name: 'render',
        async transformIndexHtml(html, { server: vite }) {
          const module = await vite?.ssrLoadModule('/src/server.js');
          const body: unknown = module?.body;
          return typeof body === 'string' ? html.replace('<!--app-->', body) : html;
        },
      },
    ],
    server: { fs: { allow: [app.root, resolve(import.meta.dirname, '../../..')] } },
  });
  await server.vite.listen();
  await using browser = await openPage(server.origin());
  await browser.page.waitForFunction('globalThis.ready === true');
  const ids = await browser.page.evaluate(
    `['a', 'a-2', 'b', 'b-2'].map((id) => {
      const { name, props } = globalThis[Symbol.for('annotate.svelte')].get(document.getElementById(id)) ?? {};
      return name + ' ' + props?.id;
    })`,
  );
  expect(ids).toEqual(['Pair a', 'Pair a', 'Pair b', 'Pair b']);
  expect(browser.errors).toEqual([]);
});
