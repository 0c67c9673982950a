/** Versions of Astro from the oldest that package.json allows to before the one that this package is developed with. */
import { expect, it } from 'vitest';

import { createInstalledApp } from '@annotate-mcp/unplugin/testing/installed-app';
import { unreleased } from '@annotate-mcp/unplugin/testing/unreleased';

const files = {
  'package.json': '{ "type": "module" }',
  'src/pages/index.astro':
    '---\n---\n<html>\n  <head></head>\n  <body>\n    <h1>Home</h1>\n  </body>\n</html>\n',
  'src/pages/text.md': '---\ntitle: Text\n---\n\n## Heading\n',
  'run.js': `import { annotate } from '@annotate-mcp/astro';
import { build, dev } from 'astro';
import { globSync, readFileSync } from 'node:fs';

const config = { root: process.cwd(), configFile: false, logLevel: 'silent', integrations: [annotate()] };
const server = await dev({ ...config, devToolbar: { enabled: false }, server: { port: 0, host: '127.0.0.1' } });
const read = async (path) =>
  (await fetch('http://127.0.0.1:' + server.address.port + path, { headers: { accept: 'text/html' } })).text();
const markOf = (tag, page) => new RegExp('<' + tag + ' [^>]*data-annotate-source="([^"]*)"').exec(page)?.[1];
const [home, text] = [await read('/'), await read('/text')];
const seen = {
  tags: [home, text].map((page) => page.split('/__annotate/overlay.js').length - 1),
  marks: [markOf('h1', home), markOf('h2', text)],
};
await server.stop();
await build(config);
const built = globSync('dist/**/*.html').map((file) => readFileSync(file, 'utf8'));
console.log(JSON.stringify({ ...seen, built: built.length, traces: built.filter((page) => /annotate/.test(page)).length }));
process.exit(0);
`,
};

const sites: readonly { astro: string; satteri?: string; is?: string }[] = [
  { astro: '5.0.1' },
  { astro: '5.18.2' },
  { astro: '6.4.8' },
  { astro: '7.0.0' },
  // Of the documentation of Starlight: it calls the factories of plugins without an argument.
  { astro: '7.1.0', satteri: '0.9.3' },
  ...['alpha', 'beta', 'next'].flatMap((tag) =>
    unreleased('astro', tag).map((astro) => ({ astro, is: 'unreleased' })),
  ),
];

it.each(sites.map((site) => ({ is: 'released', ...site })))(
  'annotates a site with Astro $astro, $is, and its Markdown',
  { tags: ['full'], timeout: 600_000 },
  async ({ astro, satteri }) => {
    const dependencies = { astro, ...(satteri !== undefined && { satteri }) };
    await using site = await createInstalledApp(`astro-${astro}`, dependencies, files);
    expect(await site.run('run.js')).toEqual({
      tags: [1, 1],
      marks: ['src/pages/index.astro:6:5', 'src/pages/text.md:5:1'],
      built: 2,
      traces: 0,
    });
  },
);
