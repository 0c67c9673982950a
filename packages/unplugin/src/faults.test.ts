/**
 * A fault in each function of ours that webpack's dev server calls, from the plugin to the page: the app starts, renders,
 * updates and builds. What transforms do with a module runs behind one hook, which is one of these functions. The plugins
 * of Vite have such a table in `vite-plugin/src/faults.test.ts`.
 */
import { expect, it } from 'vitest';

import { createFaultyApp, findWrong } from './testing/faulty-app.ts';

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
  // Starts the app, waits for its first page, changes a module, and builds.
  'use.js': `import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
const free = createServer().listen(0, '127.0.0.1');
await new Promise((resolve) => free.once('listening', resolve));
const { port } = free.address();
await new Promise((resolve) => free.close(resolve));
const { annotate } = await import('@annotate-mcp/unplugin/webpack');
const { default: webpack } = await import('webpack');
const { default: WebpackDevServer } = await import('webpack-dev-server');
const configOf = (mode, rule) => ({
  mode, context: process.cwd(), entry: { main: './src/main.jsx' }, devtool: false, stats: 'none',
  infrastructureLogging: { level: 'error' }, externals: { 'react/jsx-runtime': 'React' }, cache: false,
  module: { rules: [rule] },
  devServer: { port, host: '127.0.0.1', static: 'public', client: false, hot: false },
  plugins: [annotate()],
});
const origin = 'http://127.0.0.1:' + port;
const code = async () => '/main.js';
const rule = { test: /\\.jsx$/, use: process.cwd() + '/loader.cjs' };
const compiler = webpack(configOf('development', rule));
await new WebpackDevServer(compiler.options.devServer, compiler).start();
const read = async (path) => (await fetch(origin + path, { headers: { accept: 'text/html' } })).text();
const until = async (findPath, words) => {
  for (;;) {
    const text = await findPath().then(read).catch(() => '');
    if (text.includes(words)) return;
    await wait(50);
  }
};
await until(async () => '/', '<div id="app"');
await until(code, 'first');
await fetch(origin + '/__annotate/manifest').catch(() => null);
writeFileSync('src/plain.js', "export const said = 'second';\\n");
await until(code, 'second');
const off = existsSync('.annotate/off') ? readdirSync('.annotate/off') : [];
const offParts = [...new Set(off.flatMap((name) => JSON.parse(readFileSync('.annotate/off/' + name, 'utf8')).lines))];
await new Promise((resolve, reject) => webpack(configOf('production', rule)).run((error) => (error ? reject(error) : resolve())));
const built = globSync('dist/**/*.{js,mjs,html}').map((file) => readFileSync(file, 'utf8'));
if (!built.some((text) => text.includes('second'))) throw new Error('There is no build.');
console.log('\\n' + JSON.stringify({ offParts }));
process.exit(0);
`,
};

const dependencies = { webpack: '5.112.2', 'webpack-dev-server': '5.2.7', esbuild: '0.28.2' };
const beforeTransforms =
  /^(?:hub|unplugin\/(?:announcement|bundlers|component-notes|dev-hub|html-\w+))(?:\/|:|$)/;

it(
  'leaves an app with webpack as it is, and one line says what is off',
  { tags: ['full'], timeout: 3_600_000 },
  async () => {
    await using app = await createFaultyApp('faults-webpack', dependencies, files);
    const faults = (await app.called()).filter((name) => beforeTransforms.test(name));
    expect(faults.length).toBeGreaterThan(80);
    expect(await findWrong(app, faults)).toEqual([]);
  },
);
