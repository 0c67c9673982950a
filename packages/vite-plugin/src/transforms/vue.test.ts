import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import vue from '@vitejs/plugin-vue';
import type { Plugin } from 'vite';
import { describe, expect, it } from 'vitest';

import { createEdge, projectAt } from '@annotate-mcp/unplugin';
import { createApp } from '@annotate-mcp/unplugin/testing/app';

import { createDevServer } from '../testing/dev-server.ts';

import { vueAttributes } from './vue.ts';

const edge = createEdge({ logError: (line) => expect.unreachable(line), root: () => null });

const component = `<script setup lang="ts">
import Child from './Child.vue';
defineProps<{ items: string[]; tag: string }>();
</script>

<template>
  <section v-if="items.length" class="a">
    <h2>static</h2>
    <ul>
      <li v-for="(item, at) in items" :key="at">{{ item }}</li>
    </ul>
    <Child v-slot="{ a }"><em>{{ a }}</em></Child>
    <component :is="tag"><i>x</i></component>
    <slot name="end"><b v-bind="$attrs">none</b></slot>
    <template v-for="n in 2" :key="n"><hr /></template>
  </section>
  <p v-else data-annotate-source="own:1:1">empty</p>
</template>
`;

async function compiled(
  files: Record<string, string>,
  url: string,
  options: Parameters<typeof vue>[0] = {},
  others: Plugin[] = [],
) {
  await using app = await createApp(files);
  const project = projectAt(app.root);
  await using server = await createDevServer(app, {
    plugins: [
      vueAttributes(
        () => true,
        () => project,
        edge,
      ),
      vue(options),
      ...others,
    ],
  });
  return await server.code(url);
}

const tagsIn = (code: string): string[] =>
  [...code.matchAll(/annotateSource: "([^"]+)"/g)].flatMap(([, mark]) => mark ?? []);

function marksIn(code: string): string[] {
  return [...code.matchAll(/"data-annotate-source": "([^"]+)"/g)].flatMap(([, mark]) => mark ?? []).sort();
}

const child = '<template><u><slot :a="1" /></u></template>\n';

describe('vueAttributes', () => {
  it.each([
    { shared: 'the plugin of Vue', isVueShared: true, isOursShared: false },
    { shared: 'our plugin', isVueShared: false, isOursShared: true },
    { shared: 'both plugins', isVueShared: true, isOursShared: true },
  ])(
    'marks templates of each server that shares $shared, whichever is asked first',
    async ({ isVueShared, isOursShared }) => {
      await using app = await createApp({ 'package.json': '{}', 'src/A.vue': child });
      const project = projectAt(app.root);
      const createOurs = () =>
        vueAttributes(
          () => true,
          () => project,
          edge,
        );
      const [theirs, ours] = [vue(), createOurs()];
      const start = () =>
        createDevServer(app, {
          plugins: [isOursShared ? ours : createOurs(), isVueShared ? theirs : vue()],
        });
      await using first = await start();
      await using second = await start();
      for (const server of [second, first])
        expect(marksIn(await server.code('/src/A.vue'))).toEqual(['src/A.vue:1:11']);
    },
  );

  it('marks plain elements with their line and column in the component, and nothing else', async () => {
    const code = await compiled({ 'src/A.vue': component, 'src/Child.vue': child }, '/src/A.vue');
    expect(marksIn(code)).toEqual(
      [
        'src/A.vue:7:3',
        'src/A.vue:8:5',
        'src/A.vue:9:5',
        'src/A.vue:10:7',
        'src/A.vue:12:27',
        'src/A.vue:13:26',
        'src/A.vue:14:22',
        'src/A.vue:15:39',
        'own:1:1',
      ].sort(),
    );
  });

  it('marks the tags of components by a hook, which is the same function in each update', async () => {
    const code = await compiled({ 'src/A.vue': component, 'src/Child.vue': child }, '/src/A.vue');
    expect(tagsIn(code)).toEqual(['src/A.vue:12:5', 'src/A.vue:13:5']);
    expect(code.match(/onVnodeBeforeMount: _hoisted_\d/g)).toHaveLength(2);
  });

  it('marks every element in a component to whose tags another tool has added its own positions', async () => {
    // As Nuxt's devtools do, which take the attribute off again before the element is rendered.
    const inspector = {
      name: 'inspector',
      enforce: 'pre' as const,
      transform: (code: string, id: string) =>
        id.endsWith('A.vue')
          ? code.replace(
              /<(?:main|p|Child)\b/g,
              (tag) => `${tag} data-v-inspector="src/A.vue:${tag.length}:1"`,
            )
          : undefined,
    };
    const text = '<template>\n<main>\n  <p>a</p><Child><p\n v-html="b"></p></Child>\n</main>\n</template>\n';
    const code = await compiled({ 'src/A.vue': text, 'src/Child.vue': child }, '/src/A.vue', {}, [inspector]);
    expect(marksIn(code)).toEqual(['src/A.vue:2:1', 'src/A.vue:3:18', 'src/A.vue:3:3']);
    expect(tagsIn(code)).toEqual(['src/A.vue:3:11']);
    expect(code).toContain('"data-annotate-html": "4:2"');
  });

  it('tells of an element where HTML is put into it as a text', async () => {
    const code = await compiled(
      { 'src/A.vue': '<template>\n<div\n  v-html="a"></div>\n</template>\n' },
      '/src/A.vue',
    );
    expect(marksIn(code)).toEqual(['src/A.vue:2:1']);
    expect(code).toContain('"data-annotate-html": "3:3"');
  });

  it('marks what is as it was written in a component that another plugin changed before', async () => {
    const macros = {
      name: 'macros',
      enforce: 'pre' as const,
      transform: (code: string, id: string) =>
        id.endsWith('A.vue')
          ? code.replace('<script', '<!-- new\n line -->\n<script').replace('class="a"', 'class="a b"')
          : undefined,
    };
    const code = await compiled({ 'src/A.vue': component, 'src/Child.vue': child }, '/src/A.vue', {}, [
      macros,
    ]);
    expect(marksIn(code)).not.toContain('src/A.vue:7:3');
    expect(marksIn(code)).toContain('src/A.vue:10:7');
    expect(marksIn(code)).toContain('src/A.vue:15:39');
    expect(tagsIn(code)).toEqual(['src/A.vue:12:5', 'src/A.vue:13:5']);
  });

  it('keeps the Vue options of the app', async () => {
    const seen: string[] = [];
    const code = await compiled({ 'src/Child.vue': child }, '/src/Child.vue', {
      template: { compilerOptions: { nodeTransforms: [(node) => void seen.push(String(node.type))] } },
    });
    expect(marksIn(code)).toEqual(['src/Child.vue:1:11']);
    expect(seen).not.toEqual([]);
  });

  it('keeps static elements as separate nodes, which refer to their component', async () => {
    const rows = '<p class="a">x</p>\n'.repeat(30);
    const code = await compiled(
      { 'src/A.vue': `<template>\n<div>\n${rows}</div>\n</template>` },
      '/src/A.vue',
    );
    expect(marksIn(code)).toHaveLength(31);
    expect(code).not.toContain('createStaticVNode');
  });

  it('marks nothing in a template that comes from another file', async () => {
    const code = await compiled(
      { 'src/A.vue': '<template src="./a.html"></template>', 'src/a.html': '<div>\n<p>x</p></div>' },
      '/src/A.vue',
    );
    expect(marksIn(code)).toEqual([]);
  });

  it('marks the same elements for the server, as hydration requires', async () => {
    await using app = await createApp({ 'src/A.vue': component, 'src/Child.vue': child });
    const project = projectAt(app.root);
    await using server = await createDevServer(app, {
      plugins: [
        vueAttributes(
          () => true,
          () => project,
          edge,
        ),
        vue(),
      ],
    });
    await server.code('/src/A.vue');
    const forServer = (await server.vite.environments.ssr.transformRequest('/src/A.vue'))?.code ?? '';
    expect(forServer).toContain('src/A.vue:10:7');
    expect(forServer).toContain('src/A.vue:7:3');
    // What is inside a component's tag is compiled twice for the server.
    expect(forServer.match(/src\/A\.vue:12:27/g)).toHaveLength(2);
    expect(tagsIn(forServer)).toEqual([]);
  });

  it('renders a component again when its template moved and nothing in it changed', async () => {
    await using app = await createApp({ 'src/A.vue': component, 'src/Child.vue': child });
    const project = projectAt(app.root);
    await using server = await createDevServer(app, {
      plugins: [
        vueAttributes(
          () => true,
          () => project,
          edge,
        ),
        vue(),
      ],
    });
    await server.code('/src/A.vue');
    const updated: string[] = [];
    const { hot } = server.vite.environments.client;
    hot.send = (payload: unknown) => {
      updated.push(...((payload as { updates?: { path: string }[] }).updates ?? []).map(({ path }) => path));
    };
    const file = join(app.root, 'src/A.vue');
    const moved = component.replace('\n<template>', '\n\n<!-- begin -->\n<template>');
    writeFileSync(file, moved);
    // The watcher may see the file later as well.
    server.vite.watcher.emit('change', file);
    await expect.poll(() => updated).toContain('/src/A.vue');
    const code = await server.code('/src/A.vue');
    expect(code).toContain('_rerender_only = true');
    const line = moved.split('\n').indexOf('  <section v-if="items.length" class="a">') + 1;
    expect(marksIn(code)).toContain(`src/A.vue:${line}:3`);
  });
});
