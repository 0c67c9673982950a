import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { build } from 'astro';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { type App, createApp } from '@annotate-mcp/unplugin/testing/app';

import * as entry from './index.ts';
import { annotate } from './integration.ts';
import { type DevServer, serve } from './testing/dev-server.ts';

const tag = '<script type="module" src="/__annotate/overlay.js"';
const at = (position: string) => `data-annotate-source="${position}"`;

const files = {
  'package.json': '{ "type": "module" }',
  'src/content.config.ts': `import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
export const collections = { notes: defineCollection({ loader: glob({ pattern: '*.md', base: './src/notes' }) }) };
`,
  'src/notes/one.md': '---\ntitle: One\n---\n\nFirst *line*\nof two.\n\n- a\n\n```js\nlet x;\n```\n\nLast.\n',
  'src/layout.astro':
    '---\n---\n<html>\n  <head><title>x</title></head>\n  <body>\n    <main>\n      <slot />\n    </main>\n  </body>\n</html>\n',
  'src/pages/index.astro': `---
import { getEntry, render } from 'astro:content';
import Layout from '../layout.astro';
const { Content } = await render(await getEntry('notes', 'one'));
const items = ['a', 'b'];
---
<Layout>
  <h1 class="kept">Home</h1>
  <!-- a remark -->
  <ul>
    {items.map((item) => <li data-item={item}>{item}</li>)}
  </ul>
  <Content />
</Layout>
<style>h1 { color: red }</style>
`,
  'src/pages/page.md': '---\ntitle: Page\nlayout: ../layout.astro\n---\n\n## Heading\n\nkept too\n',
  'src/pages/bare.md': 'A page **without** a layout.\n',
  'src/pages/plain.html': '<!doctype html><html><head></head><body><p>plain</p></body></html>',
  'src/pages/raw.ts': `export const GET = () => new Response('<!doctype html><head></head>', { headers: { 'Content-Type': 'text/html' } });\n`,
};

beforeAll(() => {
  vi.stubEnv('VITEST', undefined);
  vi.stubEnv('ASTRO_TELEMETRY_DISABLED', '1');
});
afterAll(() => void vi.unstubAllEnvs());

it('the integration is the default export, which `astro add` imports', () => {
  expect(entry.default).toBe(entry.annotate);
});

describe('annotate', () => {
  let site: App;
  let server: DevServer;
  beforeAll(async () => {
    site = await createApp(files);
    server = await serve(site, { integrations: [annotate({ store: 'memory:' })] });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await site[Symbol.asyncDispose]();
  });

  it('adds the overlay to every page once, with review on', async () => {
    for (const path of ['/', '/page', '/bare', '/plain', '/raw', '/none']) {
      expect((await server.page(path)).split(tag), path).toHaveLength(2);
    }
    expect(await (await fetch(`${server.origin}/__annotate/overlay.js`)).text()).toContain('"review":true');
  });

  it('marks elements of components and Markdown with file and line', async () => {
    const home = await server.page('/');
    for (const [element, place] of [
      ['<main', 'src/layout.astro:6:5'],
      ['<h1', 'src/pages/index.astro:8:3'],
      ['<ul', 'src/pages/index.astro:10:3'],
      ['<li', 'src/pages/index.astro:11:26'],
      ['<p', 'src/notes/one.md:5:1'],
      ['<em', 'src/notes/one.md:5:7'],
      ['<li', 'src/notes/one.md:8:1'],
      ['<p', 'src/notes/one.md:14:1'],
    ] as const) {
      expect(home).toContain(`${element} ${at(place)}`);
    }
    // The highlighter created this element.
    expect(home).toMatch(new RegExp(`<pre [^>]*${at('src/notes/one.md:10:1')}`));
    expect(await server.page('/page')).toContain(`<h2 ${at('src/pages/page.md:6:1')} id="heading"`);
    expect(await server.page('/bare')).toContain(`<strong ${at('src/pages/bare.md:1:8')}`);
  });

  it('marks the new lines of an edited file', async () => {
    expect(await server.page('/')).toContain(at('src/notes/one.md:5:1'));
    await site.write('src/notes/one.md', '---\ntitle: One\nmood: calm\n---\n\n\nFirst.\n');
    await expect.poll(() => server.page('/')).toContain(`<p ${at('src/notes/one.md:7:1')}>First.`);
  });
});

it('marks what a component of a package draws with the tag in the project', async () => {
  const icons = 'lib/node_modules/some-icons';
  await using site = await createApp({
    'package.json': '{ "type": "module" }',
    'src/pages/index.astro': `---
import { Icon, Later, Styled } from 'some-icons';
import Card from '../Card.astro';
---
<main>
  <Icon name="star" />
  <Card><Later name="moon" /></Card>
  {['a', 'b'].map((name) => <Icon name={name} />)}
  <Styled />
</main>
`,
    'src/Card.astro': '<article><slot /></article>\n',
    [`${icons}/index.js`]: ['Icon', 'Later', 'Styled']
      .map((name) => `export { default as ${name} } from './${name}.astro';`)
      .join('\n'),
    [`${icons}/Icon.astro`]: '---\nconst { name } = Astro.props;\n---\n<svg id={name}><path/></svg>\n',
    [`${icons}/Later.astro`]:
      '---\nconst name = await Promise.resolve(Astro.props.name);\n---\n{name && <svg id={name}><path/></svg>}\n',
    [`${icons}/Styled.astro`]: '<style>b { color: red }</style>\n<b id="styled">x</b>\n',
  });
  await using server = await serve(site, {
    integrations: [annotate({ root: site.root, store: 'memory:' })],
    vite: { resolve: { alias: { 'some-icons': join(site.root, icons, 'index.js') } } },
  });
  const page = await server.page('/');
  const sourceOf = (id: string) =>
    Array.from(page.matchAll(/<\w+ data-annotate-source="([^"]*)"[^>]*? id="(\w+)"/g)).find(
      ([, , found]) => found === id,
    )?.[1];
  expect(Object.fromEntries(['star', 'moon', 'a', 'b', 'styled'].map((id) => [id, sourceOf(id)]))).toEqual({
    star: 'src/pages/index.astro:6:3',
    moon: 'src/pages/index.astro:7:9',
    a: 'src/pages/index.astro:8:29',
    b: 'src/pages/index.astro:8:29',
    styled: 'src/pages/index.astro:9:3',
  });
});

describe('annotate with options', () => {
  it(
    'works below a base path, and marks nothing with sourceAttributes: false',
    { tags: ['full'] },
    async () => {
      await using site = await createApp(files);
      await using server = await serve(site, {
        base: '/docs',
        integrations: [annotate({ store: 'memory:', sourceAttributes: false })],
      });
      const home = await server.page('/docs/');
      expect(home).not.toContain('data-annotate-source');
      const src = /src="([^"]*overlay\.js)"/.exec(home)?.[1] ?? 'none';
      expect((await fetch(new URL(src, `${server.origin}/docs/`))).status).toBe(200);
    },
  );

  it(
    'keeps annotations in a file of the repository, and sends pages the changes that others make to it',
    { tags: ['full'] },
    async () => {
      await using site = await createApp(files);
      await using server = await serve(site, {
        integrations: [annotate({ store: 'json:inline-review.json' })],
      });
      const api = `${server.origin}/__annotate/api/annotations`;
      const note = { kind: 'page', pageUrl: `${server.origin}/`, pageTitle: 'x', annotationText: 'Shorter' };
      const headers = { 'Content-Type': 'application/json', Origin: server.origin };
      const post = async () =>
        (await fetch(api, { method: 'POST', headers, body: JSON.stringify(note) })).status;
      const list = async () => (await fetch(api)).text();
      const file = join(site.root, 'inline-review.json');
      expect(await post()).toBe(201);
      const written = await readFile(file, 'utf8');
      expect(written).toContain('"annotationText":"Shorter"');

      await site.write('inline-review.json', written.replace('"Shorter"', '"Longer"'));
      await expect.poll(list).toContain('"Longer"');

      const broken = written.replace('"annotations": [', '"annotations": [,');
      await site.write('inline-review.json', broken);
      await expect.poll(post).toBeGreaterThanOrEqual(500);
      expect(await readFile(file, 'utf8')).toBe(broken);

      await rm(file);
      await expect.poll(list).toContain('"annotations":[]');
      expect(await post()).toBe(201);
    },
  );

  it(
    'adds nothing to a build, also after the dev server rendered the same content',
    { tags: ['full'] },
    async () => {
      await using site = await createApp(files);
      {
        await using server = await serve(site, { integrations: [annotate()] });
        expect(await server.page('/')).toContain('data-annotate-source');
      }
      await build({
        root: site.root,
        configFile: false,
        logLevel: 'silent',
        integrations: [annotate()],
        // Another package of this workspace depends on an older version, which a build would find first.
        vite: { environments: { prerender: { resolve: { noExternal: ['cookie'] } } } },
      });
      const built = await readdir(join(site.root, 'dist'), { recursive: true, withFileTypes: true });
      const texts = await Promise.all(
        built
          .filter((each) => each.isFile())
          .map((each) => readFile(join(each.parentPath, each.name), 'utf8')),
      );
      const all = texts.join('\n');
      for (const kept of ['class="kept', 'kept too', 'First <em>line</em>']) expect(all).toContain(kept);
      for (const marker of ['annotate', 'nga-overlay']) expect(all).not.toContain(marker);
    },
  );
});
