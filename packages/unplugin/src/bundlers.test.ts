/** Bundlers whose own packages are installed for this test only. esbuild.test.ts runs with every change. */
import { expect, it } from 'vitest';

import { createInstalledApp } from './testing/installed-app.ts';
import { lookAt, seen, viewFiles } from './testing/view-app.ts';

interface BundlerCase {
  readonly name: string;
  readonly dependencies: Record<string, string>;
  /** Starts a dev server and declares `origin` and `hub`. */
  readonly start: string;
  readonly bundle: string;
  /** Builds for production into `dist`. */
  readonly build: string;
}

const swc = `{
  mode, context: process.cwd(), entry: './src/main.jsx', devtool: false, stats: 'none', infrastructureLogging: { level: 'none' },
  externals: { 'react/jsx-runtime': 'React', 'react/jsx-dev-runtime': 'React' },
  module: { rules: [{ test: /\\.jsx$/, loader: 'builtin:swc-loader',
    options: { jsc: { parser: { syntax: 'ecmascript', jsx: true }, transform: { react: { runtime: 'automatic' } } } } }] },
  devServer: { port: 0, host: '127.0.0.1', static: 'public', client: false, hot: false },
  plugins: [annotate()],
}`;

/** With a loader that runs before ours, as some apps have. */
const esbuildLoader = `{
  mode, context: process.cwd(), entry: './src/main.jsx', devtool: false, stats: 'none', infrastructureLogging: { level: 'none' },
  externals: { 'react/jsx-runtime': 'React' },
  module: { rules: [
    { test: /\\.jsx$/, use: process.cwd() + '/loader.cjs' },
    { test: /\\.jsx$/, enforce: 'pre', use: process.cwd() + '/banner.cjs' },
  ] },
  devServer: { port: 0, host: '127.0.0.1', static: 'public', client: false, hot: false },
  plugins: [annotate()],
}`;

const cases: BundlerCase[] = [
  {
    name: 'rsbuild',
    dependencies: {
      '@rsbuild/core': '2.2.14',
      '@rsbuild/plugin-react': '2.1.1',
      react: '^19.2.0',
      'react-dom': '^19.2.0',
    },
    start: `import { annotate } from '@annotate-mcp/unplugin/rsbuild';
import { createRsbuild } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
const rsbuildOf = (mode) => createRsbuild({ config: {
  mode, logLevel: 'silent', source: { entry: { index: './src/main.jsx' } }, server: { port: 0, host: '127.0.0.1' },
  plugins: [pluginReact(), annotate()],
} });
const { port } = await (await rsbuildOf('development')).startDevServer();
const origin = 'http://127.0.0.1:' + port;
const hub = origin;`,
    bundle: '/static/js/index.js',
    build: "await (await rsbuildOf('production')).build();",
  },
  {
    name: 'rspack',
    dependencies: { '@rspack/core': '2.3.2', '@rspack/dev-server': '2.2.2' },
    start: `import { annotate } from '@annotate-mcp/unplugin/rspack';
import { rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
const configOf = (mode) => (${swc});
const compiler = rspack(configOf('development'));
const server = new RspackDevServer(compiler.options.devServer, compiler);
await server.start();
const origin = 'http://127.0.0.1:' + server.server.address().port;
const hub = origin;`,
    bundle: '/main.js',
    build: `await new Promise((resolve, reject) => rspack(configOf('production')).run((error) => (error ? reject(error) : resolve())));`,
  },
  {
    name: 'webpack-dev-server 5',
    dependencies: { webpack: '5.112.2', 'webpack-dev-server': '5.2.7', esbuild: '0.28.2' },
    start: `import { annotate } from '@annotate-mcp/unplugin/webpack';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
const configOf = (mode) => (${esbuildLoader});
const compiler = webpack(configOf('development'));
const server = new WebpackDevServer(compiler.options.devServer, compiler);
await server.start();
const origin = 'http://127.0.0.1:' + server.server.address().port;
const hub = origin;`,
    bundle: '/main.js',
    build: `for (const mode of ['development', 'production'])
  await new Promise((resolve, reject) => webpack(configOf(mode)).run((error) => (error ? reject(error) : resolve())));`,
  },
  {
    name: 'webpack with its cache on the disk',
    dependencies: { webpack: '5.112.2', 'webpack-dev-server': '5.2.7', esbuild: '0.28.2' },
    start: `import { annotate } from '@annotate-mcp/unplugin/webpack';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
const configOf = (mode) => ({ ...${esbuildLoader}, cache: { type: 'filesystem', cacheDirectory: process.cwd() + '/cache' } });
const serve = async () => {
  const compiler = webpack(configOf('development'));
  const server = new WebpackDevServer(compiler.options.devServer, compiler);
  const compiled = new Promise((resolve) => compiler.hooks.done.tap('test', resolve));
  await server.start();
  await compiled;
  return { server, compiler };
};
const first = await serve();
await first.server.stop();
await new Promise((resolve) => first.compiler.close(resolve));
const { server } = await serve();
const origin = 'http://127.0.0.1:' + server.server.address().port;
const hub = origin;`,
    bundle: '/main.js',
    build: `await new Promise((resolve, reject) => webpack(configOf('production')).run((error) => (error ? reject(error) : resolve())));`,
  },
  {
    name: 'webpack-dev-server 6',
    dependencies: { webpack: '5.112.2', 'webpack-dev-server': '6.1.0', esbuild: '0.28.2' },
    start: `import { annotate } from '@annotate-mcp/unplugin/webpack';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
const configOf = (mode, plugins) => ({
  mode, context: process.cwd(), entry: './src/main.jsx', devtool: false, infrastructureLogging: { level: 'none' },
  externals: { 'react/jsx-runtime': 'React' },
  module: { rules: [{ test: /\\.jsx$/, use: process.cwd() + '/loader.cjs' }] },
  plugins: [annotate(), ...plugins],
});
const { promise, resolve: onListening } = Promise.withResolvers();
const devServer = new WebpackDevServer({ port: 0, host: '127.0.0.1', static: 'public', client: false, hot: false, onListening });
webpack(configOf('development', [devServer])).watch({}, () => undefined);
const origin = 'http://127.0.0.1:' + (await promise).server.address().port;
const hub = origin;`,
    bundle: '/main.js',
    build: `await new Promise((resolve, reject) => webpack(configOf('production', [])).run((error) => (error ? reject(error) : resolve())));`,
  },
  {
    name: 'esbuild',
    dependencies: { esbuild: '0.28.2' },
    start: `import { annotate } from '@annotate-mcp/unplugin/esbuild';
import * as esbuild from 'esbuild';
const configOf = (dev) => ({
  entryPoints: ['src/main.jsx'], bundle: true, jsx: 'automatic', external: ['react/jsx-runtime'], format: 'esm', outdir: dev ? 'public' : 'dist',
  plugins: [annotate({ dev })],
});
const context = await esbuild.context(configOf(true));
await context.rebuild();
const served = await context.serve({ servedir: 'public', host: '127.0.0.1', port: 0 });
const origin = 'http://127.0.0.1:' + served.port;
const [, hub] = /import\\("(.*?)\\/__annotate\\/overlay.js"\\)/.exec(await (await fetch(origin + '/main.js')).text());`,
    bundle: '/main.js',
    build: 'await esbuild.build(configOf(false));',
  },
];

it.each(cases)(
  'annotates an app with $name, whose builds contain nothing of it',
  { tags: ['full'], timeout: 300_000 },
  async ({ name, dependencies, start, bundle, build }) => {
    const production = `
import { readFileSync, globSync } from 'node:fs';
${build}
const built = globSync('dist/**/*.{js,html}').map((file) => readFileSync(file, 'utf8'));
if (built.length === 0 || built.some((text) => /data-annotate-source|__annotate/.test(text))) throw new Error('The build contains annotate.');`;
    await using app = await createInstalledApp(name, dependencies, {
      ...viewFiles,
      'public/index.html': viewFiles['index.html'],
      'loader.cjs':
        "module.exports = (code) => require('esbuild').transformSync(code, { loader: 'jsx', jsx: 'automatic' }).code;",
      'banner.cjs': "module.exports = (code) => '/* banner */\\n' + code;",
      'run.js': start + production + lookAt(bundle),
    });
    // esbuild's own server cannot be extended: the bundle loads the overlay, not the page.
    expect(await app.run('run.js')).toEqual({ ...seen, tags: name === 'esbuild' ? 0 : 1 });
  },
);
