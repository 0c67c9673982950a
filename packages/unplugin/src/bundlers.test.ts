/** Bundlers whose own packages are installed for this test only. esbuild.test.ts runs with every change. */
import { expect, it } from 'vitest';

import { createInstalledApp } from './testing/installed-app.ts';
import { lookAt, seen, viewFiles } from './testing/view-app.ts';

interface BundlerCase {
  readonly name: string;
  readonly dependencies: Record<string, string>;
  /** Starts a dev server and declares `origin` and `hub`. */
  readonly start: string;
  /** An expression for the path of the bundle with the component. */
  readonly bundle: string;
  /** Builds for production into `dist`. */
  readonly build: string;
  /** Whether the app has a file of MDX, too. */
  readonly hasMdx?: true;
}

/** Compiled by `@mdx-js/loader`, or by `@mdx-js/esbuild`. */
const mdxFiles = {
  'src/mdx.jsx': "import './main.jsx';\nimport Page from './page.mdx';\nconsole.log(Page);\n",
  'src/page.mdx': '# Boats\n\nOne <i>word</i>\n',
};
const mdxMarks = ['src/page.mdx:1:1', 'src/page.mdx:3:1', 'src/page.mdx:3:5'];
const mdxLoader = { '@mdx-js/loader': '3.1.1' };
const mdxRule = "{ test: /\\.mdx$/, loader: process.cwd() + '/node_modules/@mdx-js/loader/index.cjs' }";

const swc = `{
  mode, context: process.cwd(), entry: { main: './src/mdx.jsx' }, devtool: false, stats: 'none', infrastructureLogging: { level: 'none' },
  externals: { 'react/jsx-runtime': 'React', 'react/jsx-dev-runtime': 'React' },
  module: { rules: [{ test: /\\.jsx$/, loader: 'builtin:swc-loader',
    options: { jsc: { parser: { syntax: 'ecmascript', jsx: true }, transform: { react: { runtime: 'automatic' } } } } }, ${mdxRule}] },
  devServer: { port: 0, host: '127.0.0.1', static: 'public', client: false, hot: false },
  plugins: [annotate()],
}`;

/** With a loader that runs before ours, as some apps have. */
const esbuildLoader = `{
  mode, context: process.cwd(), entry: { main: './src/mdx.jsx' }, devtool: false, stats: 'none', infrastructureLogging: { level: 'none' },
  externals: { 'react/jsx-runtime': 'React', 'react/jsx-dev-runtime': 'React' },
  module: { rules: [
    ${mdxRule},
    { test: /\\.jsx$/, use: process.cwd() + '/loader.cjs' },
    { test: /\\.jsx$/, enforce: 'pre', use: process.cwd() + '/banner.cjs' },
  ] },
  devServer: { port: 0, host: '127.0.0.1', static: 'public', client: false, hot: false },
  plugins: [annotate()],
}`;

/** For servers that do not say which port they have chosen. */
const declarePort = `import { createServer } from 'node:net';
const free = createServer().listen(0, '127.0.0.1');
await new Promise((resolve) => free.once('listening', resolve));
const { port } = free.address();
await new Promise((resolve) => free.close(resolve));`;

const rsbuild = {
  start: `import { annotate } from '@annotate-mcp/unplugin/rsbuild';
import { createRsbuild } from '@rsbuild/core';
import { pluginMdx } from '@rsbuild/plugin-mdx';
import { pluginReact } from '@rsbuild/plugin-react';
${declarePort}
const rsbuildOf = (mode) => createRsbuild({ config: {
  mode, logLevel: 'silent', source: { entry: { index: './src/mdx.jsx' } }, server: { port, host: '127.0.0.1' },
  plugins: [pluginReact(), pluginMdx(), annotate()],
} });
await (await rsbuildOf('development')).startDevServer();
const origin = 'http://127.0.0.1:' + port;
const hub = origin;`,
  bundle: "'/static/js/index.js'",
  build: "await (await rsbuildOf('production')).build();",
  hasMdx: true,
} as const;

const rspack = {
  start: `import { annotate } from '@annotate-mcp/unplugin/rspack';
import { rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
const configOf = (mode) => (${swc});
const compiler = rspack(configOf('development'));
const server = new RspackDevServer(compiler.options.devServer, compiler);
await server.start();
const origin = 'http://127.0.0.1:' + server.server.address().port;
const hub = origin;`,
  bundle: "'/main.js'",
  build: `await new Promise((resolve, reject) => rspack(configOf('production')).run((error) => (error ? reject(error) : resolve())));`,
  hasMdx: true,
} as const;

const webpack = {
  start: `import { annotate } from '@annotate-mcp/unplugin/webpack';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
const configOf = (mode) => (${esbuildLoader});
const compiler = webpack(configOf('development'));
const server = new WebpackDevServer(compiler.options.devServer, compiler);
await server.start();
const origin = 'http://127.0.0.1:' + server.server.address().port;
const hub = origin;`,
  bundle: "'/main.js'",
  build: `for (const mode of ['development', 'production'])
  await new Promise((resolve, reject) => webpack(configOf(mode)).run((error) => (error ? reject(error) : resolve())));`,
  hasMdx: true,
} as const;

const esbuild = {
  start: `import { annotate } from '@annotate-mcp/unplugin/esbuild';
import mdx from '@mdx-js/esbuild';
import * as esbuild from 'esbuild';
const configOf = (dev) => ({
  entryPoints: { main: 'src/mdx.jsx' }, bundle: true, jsx: 'automatic', external: ['react/jsx-runtime', 'react/jsx-dev-runtime'], format: 'esm', outdir: dev ? 'public' : 'dist',
  plugins: [annotate({ dev }), mdx({ development: dev })],
});
const context = await esbuild.context(configOf(true));
await context.rebuild();
const served = await context.serve({ servedir: 'public', host: '127.0.0.1', port: 0 });
const origin = 'http://127.0.0.1:' + served.port;
const [, hub] = /import\\("(.*?)\\/__annotate\\/overlay.js"\\)/.exec(await (await fetch(origin + '/main.js')).text());`,
  bundle: "'/main.js'",
  build: 'await esbuild.build(configOf(false));',
  hasMdx: true,
} as const;

const react = { react: '^19.2.0', 'react-dom': '^19.2.0', '@rsbuild/plugin-mdx': '1.1.3' };

const cases: BundlerCase[] = [
  {
    ...rsbuild,
    name: 'rsbuild',
    dependencies: { ...react, '@rsbuild/core': '2.2.14', '@rsbuild/plugin-react': '2.1.1' },
  },
  {
    ...rsbuild,
    name: 'rsbuild 1, the oldest',
    dependencies: { ...react, '@rsbuild/core': '1.7.0', '@rsbuild/plugin-react': '1.4.6' },
  },
  {
    ...rsbuild,
    name: 'rsbuild 1',
    dependencies: { ...react, '@rsbuild/core': '1.7.6', '@rsbuild/plugin-react': '1.4.6' },
  },
  {
    ...rspack,
    name: 'rspack',
    dependencies: { '@rspack/core': '2.3.2', '@rspack/dev-server': '2.2.2', ...mdxLoader },
  },
  {
    ...rspack,
    name: 'rspack 1, the oldest',
    dependencies: { '@rspack/core': '1.7.0', '@rspack/dev-server': '1.2.1', ...mdxLoader },
  },
  {
    ...rspack,
    name: 'rspack 1',
    dependencies: { '@rspack/core': '1.7.12', '@rspack/dev-server': '1.2.1', ...mdxLoader },
  },
  {
    ...webpack,
    name: 'webpack-dev-server 5',
    dependencies: { webpack: '5.112.2', 'webpack-dev-server': '5.2.7', esbuild: '0.28.2', ...mdxLoader },
  },
  {
    ...webpack,
    name: 'webpack, the oldest',
    dependencies: { webpack: '5.61.0', 'webpack-dev-server': '5.2.7', esbuild: '0.28.2', ...mdxLoader },
  },
  {
    name: 'webpack with its cache on the disk',
    dependencies: { webpack: '5.112.2', 'webpack-dev-server': '5.2.7', esbuild: '0.28.2', ...mdxLoader },
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
    bundle: "'/main.js'",
    build: `await new Promise((resolve, reject) => webpack(configOf('production')).run((error) => (error ? reject(error) : resolve())));`,
    hasMdx: true,
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
    bundle: "'/main.js'",
    build: `await new Promise((resolve, reject) => webpack(configOf('production', [])).run((error) => (error ? reject(error) : resolve())));`,
  },
  {
    name: 'farm',
    // Farm adds to a list that later versions of koa-compose copy, and would answer nothing.
    dependencies: { '@farmfe/core': '1.7.11', 'koa-compose': '4.1.0' },
    start: `import { annotate } from '@annotate-mcp/unplugin/farm';
import { build, start } from '@farmfe/core';
${declarePort}
const configOf = (mode) => ({
  mode, root: process.cwd(), clearScreen: false, plugins: [annotate()], server: { port, host: '127.0.0.1' },
  compilation: { mode, persistentCache: false, progress: false, external: ['react'], output: { path: 'dist' } },
});
await start(configOf('development'));
const origin = 'http://127.0.0.1:' + port;
const hub = origin;
const listed = await (await fetch(origin + '/_output_files')).text();
const scripts = [...listed.matchAll(/href="([^"]+\\.js)"/g)].map(([, name]) => '/' + name);
const texts = await Promise.all(scripts.map(async (path) => (await fetch(origin + path)).text()));`,
    bundle: "scripts[texts.findIndex((text) => text.includes('data-annotate-source'))]",
    build: "await build(configOf('production'));",
  },
  {
    ...esbuild,
    name: 'esbuild',
    dependencies: { esbuild: '0.28.2', '@mdx-js/esbuild': '3.1.1' },
  },
  {
    ...esbuild,
    name: 'esbuild, the oldest',
    dependencies: { esbuild: '0.18.0', '@mdx-js/esbuild': '3.1.1' },
  },
];

it.each(cases)(
  'annotates an app with $name, whose builds contain nothing of it',
  { tags: ['full'], timeout: 300_000 },
  async ({ name, dependencies, start, bundle, build, hasMdx }) => {
    const production = `
import { readFileSync, globSync } from 'node:fs';
${build}
const built = globSync('dist/**/*.{js,html}').map((file) => readFileSync(file, 'utf8'));
if (built.length === 0 || built.some((text) => /data-annotate-source|__annotate/.test(text))) throw new Error('The build contains annotate.');`;
    await using app = await createInstalledApp(name, dependencies, {
      ...viewFiles,
      ...(hasMdx && mdxFiles),
      'public/index.html': viewFiles['index.html'],
      'loader.cjs':
        "module.exports = (code) => require('esbuild').transformSync(code, { loader: 'jsx', jsx: 'automatic' }).code;",
      'banner.cjs': "module.exports = (code) => '/* banner */\\n' + code;",
      'run.js': start + production + lookAt(bundle),
    });
    // esbuild's own server cannot be extended: the bundle loads the overlay, not the page.
    const tags = name.startsWith('esbuild') ? 0 : 1;
    const marks = [...(hasMdx ? mdxMarks : []), ...seen.marks];
    expect(await app.run('run.js')).toEqual({ ...seen, tags, marks });
  },
);
