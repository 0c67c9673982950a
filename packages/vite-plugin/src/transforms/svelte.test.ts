import { SourceMap, type SourceMapPayload } from 'node:module';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { expect, it } from 'vitest';

import { projectAt } from '@annotate-mcp/unplugin';
import { createApp } from '@annotate-mcp/unplugin/testing/app';

import { createDevServer } from '../testing/dev-server.ts';

import { svelteProps } from './svelte-props.ts';
import { svelteAttributes } from './svelte.ts';

const component = `<script lang="ts">
  let { text }: { text: string } = $props();
  const twice = text.repeat(2);
</script>

<main><h1 id="a">{text.toUpperCase()}</h1></main>
<p>{twice.trim()}</p>
`;

it('shows the debugger the component as it is written, with its lines', async () => {
  await using app = await createApp({ 'src/Card.svelte': component });
  const project = projectAt(app.root);
  const active = () => true;
  await using server = await createDevServer(app, {
    plugins: [
      svelteAttributes(active, () => project),
      svelteProps(active, () => project),
      svelte({ configFile: false }),
    ],
  });
  const module = await server.vite.environments.client.transformRequest('/src/Card.svelte');
  expect(module?.code).toContain('data-annotate-source="src/Card.svelte:6:7"');
  expect(module?.map).toHaveProperty('sourcesContent', [component]);
  const map = new SourceMap(module?.map as SourceMapPayload);
  const lines = module?.code.split('\n') ?? [];
  const writtenLineOf = (text: string) => {
    const line = lines.findIndex((each) => each.includes(text));
    const entry = map.findEntry(line, lines[line]?.indexOf(text) ?? 0);
    return 'originalLine' in entry ? entry.originalLine + 1 : null;
  };
  expect(['repeat(', 'toUpperCase', 'trim('].map(writtenLineOf)).toEqual([3, 6, 7]);
});
