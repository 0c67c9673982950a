import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from 'vitest';
import webpack, { type Configuration } from 'webpack';
import WebpackDevServer from 'webpack-dev-server';

import { openSocket } from '@annotate-mcp/hub/testing/json-socket';

import { type App, createApp } from './testing/app.ts';
import { viewFiles, viewMarks } from './testing/view-app.ts';
import { annotate } from './webpack.ts';

const files = {
  ...viewFiles,
  'public/index.html': viewFiles['index.html'],
  'loader.cjs':
    "module.exports = (code) => require('esbuild').transformSync(code, { loader: 'jsx', jsx: 'automatic' }).code;\n",
  // A loader that runs before ours, as some apps have.
  'banner.cjs': "module.exports = (code) => '/* banner */\\n' + code;\n",
};

function configOf(app: App, mode: 'development' | 'production'): Configuration {
  return {
    mode,
    context: app.root,
    entry: './src/main.jsx',
    devtool: false,
    stats: 'none',
    externals: { 'react/jsx-runtime': 'React' },
    output: { path: join(app.root, 'dist') },
    infrastructureLogging: { level: 'none' },
    module: {
      rules: [
        { test: /\.jsx$/, use: join(app.root, 'loader.cjs') },
        { test: /\.jsx$/, enforce: 'pre', use: join(app.root, 'banner.cjs') },
      ],
    },
    plugins: [annotate()],
  };
}

async function serve(app: App, config: Configuration) {
  const devServer = {
    port: 0,
    host: '127.0.0.1',
    static: join(app.root, 'public'),
    client: false,
    hot: false,
  };
  const compiler = webpack({ ...config, devServer });
  const settings = compiler.options.devServer;
  const server = new WebpackDevServer(typeof settings === 'object' ? settings : {}, compiler);
  await server.start();
  const address = server.server?.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
  return {
    origin,
    read: async (path: string) => (await fetch(origin + path, { headers: { accept: 'text/html' } })).text(),
    [Symbol.asyncDispose]: () => server.stop(),
  };
}

function marksIn(code: string): string[] {
  return [...code.matchAll(/"data-annotate-source": "([^"]+)"/g)].flatMap(([, mark]) => mark ?? []).sort();
}

it('marks elements where they are written, and serves overlay, manifest and socket in `webpack serve`', async () => {
  await using app = await createApp(files);
  await using server = await serve(app, configOf(app, 'development'));
  expect(await server.read('/')).toContain(
    '<head><script type="module" src="/__annotate/overlay.js"></script>',
  );
  expect(marksIn(await server.read('/main.js'))).toEqual(viewMarks);
  expect(JSON.parse(await server.read('/__annotate/manifest'))).toEqual({
    View: { component: 'src/view.jsx' },
  });
  expect((await fetch(`${server.origin}/.annotate/store.db`)).status).toBe(403);
  const { socket } = await openSocket(`${server.origin}/__annotate`);
  socket.close();
  await once(socket, 'close');
});

it('adds nothing to a build, for production or development', async () => {
  await using app = await createApp(files);
  for (const mode of ['development', 'production'] as const) {
    const compiler = webpack(configOf(app, mode));
    await new Promise<void>((resolve, reject) => {
      compiler.run((error) => (error === null ? resolve() : reject(error)));
    });
    const built = await readFile(join(app.root, 'dist/main.js'), 'utf8');
    expect(built).toContain('jsx');
    expect(built).not.toContain('annotate');
  }
});
