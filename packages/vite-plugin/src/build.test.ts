import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import vue from '@vitejs/plugin-vue';
import { build } from 'vite';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { createApp } from '@annotate-mcp/unplugin/testing/app';

import { annotate } from './plugin.ts';

const files = {
  'package.json': '{ "type": "module", "dependencies": { "preact": "*" } }',
  'index.html':
    '<!doctype html>\n<html><head></head><body><div id="app"></div><script type="module" src="/src/main.tsx"></script></body></html>\n',
  'src/main.tsx': `/** @jsxImportSource preact */
import 'virtual:annotate';
import { render } from 'preact';
import Card from './Card.vue';
import Item from './Item.svelte';
render(<main class="kept">{String(Card)}{String(Item)}</main>, document.getElementById('app')!);
document.body.insertAdjacentHTML('beforeend', /* html */ \`<p>kept too</p>\`);
`,
  'src/Card.vue': '<template><p>from vue</p></template>\n',
  'src/Item.svelte': '<script>let { a } = $props();</script><p>from svelte {a}</p>\n',
};

// Vitest's variable would switch the plugin off.
beforeEach(() => void vi.stubEnv('VITEST', undefined));
afterEach(() => void vi.unstubAllEnvs());

it('adds nothing to a build', async () => {
  await using app = await createApp(files);
  await build({
    root: app.root,
    configFile: false,
    logLevel: 'silent',
    plugins: [annotate({ sourceAttributes: true }), vue(), svelte({ configFile: false })],
    build: { minify: false },
  });
  const folder = join(app.root, 'dist');
  const built = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = await Promise.all(
    built
      .filter((entry) => entry.isFile())
      .map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8')),
  );
  const all = texts.join('\n');
  for (const kept of ['kept too', 'from vue', 'from svelte']) expect(all).toContain(kept);
  for (const marker of [
    'nga-overlay',
    '__annotate',
    'data-annotate-source',
    '$$annotate',
    'annotate.svelte',
  ]) {
    expect(all).not.toContain(marker);
  }
  expect(await readdir(app.root)).not.toContain('.annotate');
});
