/**
 * A fault in each function of ours that a bundler's dev server calls, from the plugin to the page: the app starts, renders,
 * updates and builds. What transforms do with a module runs behind one hook, which is one of these functions. The plugins
 * of Vite have such a table in `vite-plugin/src/faults.test.ts`.
 */
import { expect, it } from 'vitest';

import { createFaultyApp, findWrong } from './testing/faulty-app.ts';

interface BundlerCase {
  readonly name: string;
  readonly dependencies: Record<string, string>;
  /** Starts a dev server on `port`, and declares `code`, the path of the bundle, and `build`. */
  readonly start: string;
}

const files = {
  'package.json': '{ "type": "module" }',
  'index.html':
    '<!doctype html>\n<html><head></head><body><div id="app"></div><script type="module" src="/src/main.jsx"></script></body></html>\n',
  'public/index.html':
    '<!doctype html>\n<html><head></head><body><div id="app"></div><script src="/main.js"></script></body></html>\n',
  'src/main.jsx': `import { said } from './plain.js';
export const View = () => <p title={said}>Text</p>;
console.log(View, said);
`,
  'src/plain.js': "export const said = 'first';\n",
  'loader.cjs':
    "module.exports = (code) => require('esbuild').transformSync(code, { loader: 'jsx', jsx: 'automatic' }).code;",
};

/** Starts the app, waits for its first page, changes a module, and builds. */
const useWith = (
  start: string,
) => `import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
const free = createServer().listen(0, '127.0.0.1');
await new Promise((resolve) => free.once('listening', resolve));
const { port } = free.address();
await new Promise((resolve) => free.close(resolve));
const origin = 'http://127.0.0.1:' + port;
const read = async (path) => (await fetch(origin + path, { headers: { accept: 'text/html' } })).text();
${start}
const until = async (findPath, words) => {
  for (;;) {
    const text = await findPath().then(read).catch(() => '');
    if (text.includes(words)) return text;
    await wait(50);
  }
};
await until(async () => '/', '<div id="app"');
const bundle = await until(code, 'first');
// esbuild's hub is a server of its own.
const [, hub = origin] = /import\\("(.*?)\\/__annotate\\/overlay.js"\\)/.exec(bundle) ?? [];
await fetch(hub + '/__annotate/manifest').catch(() => null);
// A watcher that has only just begun may not see the first time.
const saving = setInterval(() => writeFileSync('src/plain.js', "export const said = 'second';\\n"), 1_000);
await until(code, 'second');
clearInterval(saving);
const readOff = () => {
  const names = existsSync('.annotate/off') ? readdirSync('.annotate/off') : [];
  return names.flatMap((name) => JSON.parse(readFileSync('.annotate/off/' + name, 'utf8')).lines);
};
const off = readOff();
await build();
const built = globSync('dist/**/*.{js,mjs,html}').map((file) => readFileSync(file, 'utf8'));
if (!built.some((text) => text.includes('second'))) throw new Error('There is no build.');
console.log('\\n' + JSON.stringify({ offParts: [...new Set([...off, ...readOff()])] }));
process.exit(0);
`;

const configWith = (rule: string) => `const configOf = (mode) => ({
  mode, context: process.cwd(), entry: { main: './src/main.jsx' }, devtool: false, stats: 'none',
  infrastructureLogging: { level: 'error' }, externals: { 'react/jsx-runtime': 'React', 'react/jsx-dev-runtime': 'React' },
  cache: false, module: { rules: [${rule}] },
  devServer: { port, host: '127.0.0.1', static: 'public', client: false, hot: false },
  plugins: [annotate()],
});`;

const bundlers: readonly BundlerCase[] = [
  {
    name: 'webpack',
    dependencies: { webpack: '5.112.2', 'webpack-dev-server': '5.2.7', esbuild: '0.28.2' },
    start: `const { annotate } = await import('@annotate-mcp/unplugin/webpack');
const { default: webpack } = await import('webpack');
const { default: WebpackDevServer } = await import('webpack-dev-server');
${configWith("{ test: /\\.jsx$/, use: process.cwd() + '/loader.cjs' }")}
const compiler = webpack(configOf('development'));
await new WebpackDevServer(compiler.options.devServer, compiler).start();
const code = async () => '/main.js';
const build = () =>
  new Promise((resolve, reject) => webpack(configOf('production')).run((error) => (error ? reject(error) : resolve())));`,
  },
  {
    name: 'rspack',
    dependencies: { '@rspack/core': '2.3.2', '@rspack/dev-server': '2.2.2' },
    start: `const { annotate } = await import('@annotate-mcp/unplugin/rspack');
const { rspack } = await import('@rspack/core');
const { RspackDevServer } = await import('@rspack/dev-server');
${configWith(`{ test: /\\.jsx$/, loader: 'builtin:swc-loader',
    options: { jsc: { parser: { syntax: 'ecmascript', jsx: true }, transform: { react: { runtime: 'automatic' } } } } }`)}
const compiler = rspack(configOf('development'));
await new RspackDevServer(compiler.options.devServer, compiler).start();
const code = async () => '/main.js';
const build = () =>
  new Promise((resolve, reject) => rspack(configOf('production')).run((error) => (error ? reject(error) : resolve())));`,
  },
  {
    name: 'rsbuild',
    dependencies: {
      react: '^19.2.0',
      'react-dom': '^19.2.0',
      '@rsbuild/core': '2.2.14',
      '@rsbuild/plugin-react': '2.1.1',
    },
    start: `const { annotate } = await import('@annotate-mcp/unplugin/rsbuild');
const { createRsbuild } = await import('@rsbuild/core');
const { pluginReact } = await import('@rsbuild/plugin-react');
const rsbuildOf = (mode) => createRsbuild({ config: {
  mode, logLevel: 'error', source: { entry: { index: './src/main.jsx' } }, html: { mountId: 'app' },
  server: { port, host: '127.0.0.1', publicDir: false }, plugins: [pluginReact(), annotate()],
} });
await (await rsbuildOf('development')).startDevServer();
const code = async () => '/static/js/index.js';
const build = async () => (await rsbuildOf('production')).build();`,
  },
  {
    name: 'farm',
    // Farm adds to a list that later versions of koa-compose copy, and would answer nothing.
    dependencies: { '@farmfe/core': '1.7.11', 'koa-compose': '4.1.0' },
    start: `const { annotate } = await import('@annotate-mcp/unplugin/farm');
const farm = await import('@farmfe/core');
const configOf = (mode) => ({
  mode, root: process.cwd(), clearScreen: false, plugins: [annotate()], server: { port, host: '127.0.0.1' },
  compilation: { mode, persistentCache: false, progress: false, external: ['react'], output: { path: 'dist' } },
});
await farm.start(configOf('development'));
const code = async () => {
  const scripts = [...(await read('/_output_files')).matchAll(/href="([^"]+\\.js)"/g)].map(([, name]) => '/' + name);
  const texts = await Promise.all(scripts.map(read));
  return scripts[texts.findIndex((text) => /said\\b[^]*(?:first|second)/.test(text))] ?? '/';
};
const build = () => farm.build(configOf('production'));`,
  },
  {
    name: 'esbuild',
    dependencies: { esbuild: '0.28.2' },
    start: `const { annotate } = await import('@annotate-mcp/unplugin/esbuild');
const esbuild = await import('esbuild');
const configOf = (dev) => ({
  entryPoints: { main: 'src/main.jsx' }, bundle: true, jsx: 'automatic', external: ['react/jsx-runtime'], format: 'esm',
  outdir: dev ? 'public' : 'dist', plugins: [annotate({ dev })], logLevel: 'error',
});
const context = await esbuild.context(configOf(true));
await context.watch();
await context.serve({ servedir: 'public', host: '127.0.0.1', port });
const code = async () => '/main.js';
const build = async () => {
  await context.dispose();
  await esbuild.build(configOf(false));
  // Its process would keep ours from ending.
  await esbuild.stop();
};`,
  },
];

/** What all dev servers call before the transforms; that of webpack stands for the parts that are the same for all. */
const common = /^(?:hub|unplugin\/html-\w+)(?:\/|:)/;
const ofEach =
  /^unplugin\/(?:announcement|bundlers|component-notes|dev-hub|project|esbuild|farm|rsbuild|rspack|webpack)[/:]/;

it.each(bundlers)(
  'leaves an app with $name as it is, and one line says what is off',
  { tags: ['full'], timeout: 3_600_000 },
  async ({ name, dependencies, start }) => {
    const use = { 'use.js': useWith(start) };
    await using app = await createFaultyApp(`faults-${name}`, dependencies, { ...files, ...use });
    const faults = (await app.called()).filter(
      (each) => ofEach.test(each) || (name === 'webpack' && common.test(each)),
    );
    expect(faults.length).toBeGreaterThan(name === 'webpack' ? 80 : 25);
    expect(await findWrong(app, faults)).toEqual([]);
  },
);
