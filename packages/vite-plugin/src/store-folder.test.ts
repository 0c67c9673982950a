/** Tries to read the store through Vite's own file serving, which gives every file of the project to whoever asks. */
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';

import { createServer as createViteServer } from 'vite';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { type App, createApp } from '@annotate-mcp/unplugin/testing/app';

import { annotate } from './plugin.ts';
import { createDevServer } from './testing/dev-server.ts';

const secret = 'a comment of the person';
const files = {
  'index.html': '<!doctype html><html><body><script type="module" src="/src/main.ts"></script></body></html>',
  'src/main.ts': 'export const a = 1;\n',
  'public/robots.txt': 'all',
};

// The plugin is off under Vitest.
beforeEach(() => void vi.stubEnv('VITEST', undefined));
afterEach(() => void vi.unstubAllEnvs());

/** The store and a picture, and links to them as a repository may have them. */
function fill({ root }: App): void {
  const folder = join(root, '.annotate');
  mkdirSync(join(folder, 'attachments'), { recursive: true });
  for (const name of ['store.json', 'attachments/a.txt', 'a.ts'])
    writeFileSync(join(folder, name), name.endsWith('.ts') ? `export default '${secret}';` : secret);
  symlinkSync(folder, join(root, 'src/linked'));
  symlinkSync(folder, join(root, 'public/linked'));
  symlinkSync(join(folder, 'store.json'), join(root, 'src/data.txt'));
  symlinkSync(join(folder, 'a.ts'), join(root, 'src/data.ts'));
}

const spellings = (root: string): string[] => {
  const name = '/.annotate/store.json';
  const encoded = '/%2e%61nnotate/store.json';
  const twice = '/%252eannotate/store.json';
  return [
    ...[name, encoded, twice].flatMap((path) => [path, `/@fs${root}${path}`, `/@fs/${root}${path}`]),
    '/.ANNOTATE/store.json',
    '/.annotate%5cstore.json',
    '/src/..%2f.annotate/store.json',
    '/src/..%5c.annotate%5cstore.json',
    '//.annotate/store.json',
    '/./.annotate//store.json',
    '/src/linked/store.json',
    '/linked/store.json',
    '/src/data.txt',
    `/@fs${root}/src/linked/store.json`,
    '/src/%6cinked/store.json',
  ];
};
const modules = (root: string): string[] => [
  '/.annotate/a.ts',
  '/src/linked/a.ts',
  '/src/data.ts',
  '/linked/a.ts',
  `/@fs${root}/src/data.ts`,
  `/@fs${root}/.annotate/a.ts`,
  '/@id/.annotate/a.ts',
  `/@id/${root}/src/linked/a.ts`,
];
/** Behind a path; those that cannot be decoded too. */
const queries = [
  '',
  '?raw',
  '?import&raw',
  '?url',
  '?inline',
  '?import',
  '?import&inline',
  '?%zz',
  '?t=%',
  '?raw??',
];

it('the folder of the store is not readable by any spelling of its name, encoding, query or link', async () => {
  await using app = await createApp(files);
  fill(app);
  await using server = await createDevServer(app, { plugins: [annotate()], logLevel: 'silent' });
  await server.vite.listen();
  const root = encodeURI(app.root);
  const paths = [...spellings(root), ...modules(root)];
  const base64 = Buffer.from(secret).toString('base64').slice(0, 16);
  const read: string[] = [];
  for (const path of paths) {
    for (const query of queries) {
      const text = await get(server.origin(), path + query);
      if (text.includes(secret) || text.includes(base64)) read.push(path.replace(root, 'ROOT') + query);
    }
  }
  expect(read).toEqual([]);
  // The app itself is served as before.
  expect(await get(server.origin(), '/src/main.ts')).toContain('export const a');
  expect(await get(server.origin(), '/src/main.ts?raw')).toContain('export const a');
  expect(await get(server.origin(), '/robots.txt')).toBe('all');
});

it('the folder of the store is not readable through a static file of the server around it, as that of Nuxt', async () => {
  await using app = await createApp({ ...files, 'app/a.ts': '' });
  fill(app);
  const vite = await createViteServer({
    root: join(app.root, 'app'),
    base: '/_nuxt/',
    publicDir: false,
    appType: 'custom',
    configFile: false,
    logLevel: 'silent',
    server: { middlewareMode: true },
    plugins: [annotate({ root: app.root })],
  });
  const seen: unknown[] = [];
  const around = createServer((request, response) => {
    vite.middlewares.handle(request, response, () => {
      seen.push(request.headers.cookie);
      response.end(readFileSync(join(app.root, 'public', request.url ?? ''), 'utf8'));
    });
  });
  await once(around.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    around.close();
    await vite.close();
  });
  const address = around.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  expect(await get(origin, '/linked/store.json')).toBe('The .annotate folder is not served.');
  const headers = { cookie: 'a=1; annotate-key=secret' };
  expect(await (await fetch(`${origin}/robots.txt`, { headers })).text()).toBe('all');
  // What is passed on from here has none of our cookies either.
  expect(seen).toEqual(['a=1']);
});

it('the folder of the store is not readable through a module of the app that names it', async () => {
  await using app = await createApp({ ...files, 'src/main.ts': "export { default } from './data.txt?raw';" });
  fill(app);
  await using server = await createDevServer(app, { plugins: [annotate()], logLevel: 'silent' });
  await server.vite.listen();
  const { environments } = server.vite;
  for (const environment of [environments.client, environments.ssr]) {
    for (const url of ['/src/data.txt?raw', '/src/data.ts', `file://${app.root}/.annotate/store.json?raw`]) {
      const result = await environment.transformRequest(url).catch(() => null);
      expect([url, JSON.stringify(result).includes(secret)]).toEqual([url, false]);
    }
  }
});

/** Not `fetch`, which normalizes the path. */
function get(origin: string, path: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    request({ host: hostname, port, path }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.once('end', () => resolve(text));
    })
      .on('error', reject)
      .end();
  });
}
