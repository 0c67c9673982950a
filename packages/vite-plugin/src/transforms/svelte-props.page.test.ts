import { resolve } from 'node:path';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { expect, it } from 'vitest';

import { openPage } from '@annotate-mcp/hub/testing/browser';
import { projectAt } from '@annotate-mcp/unplugin';
import { createApp } from '@annotate-mcp/unplugin/testing/app';

import { createDevServer } from '../testing/dev-server.ts';

import { svelteProps } from './svelte-props.ts';

const files = {
  'index.html': '<body><div id="app"></div><script type="module" src="/src/main.js"></script></body>',
  'src/main.js': `import { mount } from 'svelte';
import App from './App.svelte';
mount(App, { target: document.getElementById('app'), props: { title: 'top' } });
`,
  'src/App.svelte': `<script>
import Card from './Card.svelte';
import Pair from './Pair.svelte';
let { title } = $props();
let open = $state(false);
let count = $state(1);
</script>
<h1>{title}</h1>
<button id="open" onclick={() => (open = true)}>open</button>
<button id="more" onclick={() => count++}>more</button>
{#each ['a', 'b'] as name}<Card {name} {count}><em>{name}</em></Card>{/each}
{#if open}<Pair id="late" />{/if}
`,
  'src/Card.svelte': `<script>let { name, count, children } = $props();</script>
<article id={name}>{name} {count} {@render children()}</article>
`,
  'src/Pair.svelte': `<script>let { id } = $props();</script>
<dt id={id}>x</dt><dd id="{id}-2">y</dd><svelte:element this={'section'} id="{id}-3">z</svelte:element>
`,
};

it('registers the props of the component of each node, also for nodes that are added or change later', async () => {
  await using app = await createApp(files);
  const project = projectAt(app.root);
  await using server = await createDevServer(app, {
    plugins: [
      svelteProps(
        () => true,
        () => project,
      ),
      svelte({ configFile: false }),
    ],
    server: { fs: { allow: [app.root, resolve(import.meta.dirname, '../../..')] } },
  });
  await server.vite.listen();
  await using browser = await openPage(server.origin());
  const { page, errors } = browser;

  const noted = (selector: string) =>
    page.locator(selector).evaluate((element: object) => {
      const nodes: unknown = Reflect.get(globalThis, Symbol.for('annotate.svelte'));
      const entry: unknown = nodes instanceof WeakMap ? nodes.get(element) : undefined;
      if (typeof entry !== 'object' || entry === null) return null;
      const { name, props, file } = entry as { name: string; props: Record<string, unknown>; file: string };
      const { id, title, name: given, count } = props;
      return JSON.stringify({ name, file, id, title, given, count });
    });
  const entry = (value: object) => JSON.stringify(value);

  expect(await noted('h1')).toBe(entry({ name: 'App', file: 'src/App.svelte', title: 'top' }));
  expect(await noted('#b')).toBe(entry({ name: 'Card', file: 'src/Card.svelte', given: 'b', count: 1 }));
  // The element is in the source of App and is rendered by Card.
  expect(await noted('#b em')).toBe(entry({ name: 'App', file: 'src/App.svelte', title: 'top' }));

  await page.click('#more');
  expect(await noted('#a')).toBe(entry({ name: 'Card', file: 'src/Card.svelte', given: 'a', count: 2 }));

  await page.click('#open');
  for (const selector of ['#late', '#late-2', '#late-3']) {
    expect(await noted(selector)).toBe(entry({ name: 'Pair', file: 'src/Pair.svelte', id: 'late' }));
  }
  expect(await page.locator('#app').innerText()).toContain('b 1'.replace('1', '2'));
  expect(errors).toEqual([]);
});

it('works on the output of the Svelte plugin', async () => {
  await using app = await createApp({
    'src/Card.svelte':
      '<script lang="ts">let { a }: { a: string } = $props();</script>\n<p>{a}</p>\n<style>p { color: red }</style>',
  });
  const project = projectAt(app.root);
  await using server = await createDevServer(app, {
    plugins: [
      svelteProps(
        () => true,
        () => project,
      ),
      svelte({ configFile: false }),
    ],
  });
  const code = await server.code('/src/Card.svelte');
  expect(code).toContain('$$annotate(p, $$props)');
  expect(code).toContain('{ name: "Card", props, file: "src/Card.svelte" }');
  expect(await server.code('/src/Card.svelte?svelte&type=style&lang.css')).not.toContain('$$annotate');
});
