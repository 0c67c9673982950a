/** Versions of SvelteKit from the oldest that `init` sets up, each with a Svelte and a Vite of its time. */
import { expect, it } from 'vitest';

import { createInstalledApp } from '@annotate-mcp/unplugin/testing/installed-app';
import { lookAtStarted } from '@annotate-mcp/unplugin/testing/started-app';
import { unreleased } from '@annotate-mcp/unplugin/testing/unreleased';

const files = {
  'package.json': '{ "type": "module" }',
  'vite.config.js': `import { annotate } from '@annotate-mcp/vite-plugin';
import { sveltekit } from '@sveltejs/kit/vite';

export default { plugins: [annotate(), sveltekit()] };
`,
  'src/app.html':
    '<!doctype html>\n<html lang="en">\n  <head>%sveltekit.head%</head>\n  <body><div>%sveltekit.body%</div></body>\n</html>\n',
  'src/routes/+page.svelte': '<script>\n  const title = "Heading";\n</script>\n\n<h1>{title}</h1>\n',
  'run.js': lookAtStarted([
    'node_modules/vite/bin/vite.js',
    'dev',
    '--host',
    '127.0.0.1',
    '--port',
    '{port}',
  ]),
};

const apps: readonly ({ readonly is?: string; '@sveltejs/kit': string } & Record<string, string>)[] = [
  {
    '@sveltejs/kit': '2.0.0',
    '@sveltejs/vite-plugin-svelte': '3.0.0',
    svelte: '4.2.7',
    vite: '5.0.3',
  },
  {
    '@sveltejs/kit': '2.9.0',
    '@sveltejs/vite-plugin-svelte': '5.0.0',
    svelte: '5.2.0',
    vite: '6.0.0',
  },
  {
    '@sveltejs/kit': '2.49.0',
    '@sveltejs/vite-plugin-svelte': '6.2.1',
    svelte: '5.45.0',
    vite: '7.2.4',
  },
  {
    '@sveltejs/kit': '3.0.0',
    '@sveltejs/vite-plugin-svelte': '7.0.0',
    svelte: '5.57.1',
    typescript: '6.0.3',
    vite: '8.3.5',
  },
  ...unreleased('@sveltejs/kit', 'next').map((kit) => ({
    is: 'unreleased',
    '@sveltejs/kit': kit,
    '@sveltejs/vite-plugin-svelte': 'latest',
    svelte: 'latest',
    typescript: '6.0.3',
    vite: 'latest',
  })),
];

it.each(
  apps.map(({ is = 'released', ...dependencies }) => ({
    is,
    kit: dependencies['@sveltejs/kit'],
    dependencies,
  })),
)(
  'annotates an app with SvelteKit $kit, $is',
  { tags: ['full'], timeout: 600_000 },
  async ({ kit, dependencies }) => {
    await using app = await createInstalledApp(`sveltekit-${kit}`, dependencies, files);
    // Svelte 4 has no parser for it: in the browser its elements have their lines from Svelte itself.
    const mark = dependencies.svelte?.startsWith('4.') === true ? null : 'src/routes/+page.svelte:5:1';
    expect(await app.run('run.js')).toEqual({ mark, isOverlay: true });
  },
);
