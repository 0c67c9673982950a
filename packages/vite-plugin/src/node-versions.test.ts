/** An app starts and builds on every Node that Vite allows, even where annotations cannot be kept. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { describe, expect, it } from 'vitest';

import { createApp } from '@annotate-mcp/unplugin/testing/app';

const files = {
  'package.json': '{ "type": "module" }',
  'index.html': '<!doctype html>\n<html><head></head><body><p>my app</p></body></html>\n',
  'vite.config.js': `import { annotate } from '@annotate-mcp/vite-plugin';
export default { plugins: [annotate()], server: { port: 0, host: '127.0.0.1' } };\n`,
  'run.js': `import { build, createServer } from 'vite';
await build({ logLevel: 'silent' });
const server = await createServer();
await server.listen();
console.log(await (await fetch('http://127.0.0.1:' + server.httpServer.address().port)).text());
await server.close();\n`,
};

/** Builds the app, serves it and returns its page with everything that was printed. */
async function buildAndServe(node: string, options: readonly string[]): Promise<string> {
  await using app = await createApp(files);
  const { stdout, stderr } = await promisify(execFile)(node, [...options, 'run.js'], {
    cwd: app.root,
    env: { PATH: process.env.PATH, HOME: app.root, NO_COLOR: '1' },
  });
  expect(existsSync(join(app.root, 'dist/index.html'))).toBe(true);
  return stdout + stderr;
}

describe('an app with the plugin', () => {
  it(
    'builds and starts on a Node without SQLite, and one line says that annotate is off',
    { tags: 'full' },
    async () => {
      const printed = await buildAndServe(process.execPath, [
        '--no-experimental-sqlite',
        '--conditions=@annotate-mcp/source',
      ]);
      expect(printed).toContain('<p>my app</p>');
      expect(printed.match(/annotate.*/g)).toEqual([
        'annotate is off: This Node was started without its SQLite. Remove --no-experimental-sqlite from its options or from NODE_OPTIONS.',
      ]);
    },
  );

  it('builds and starts on Node 20', { tags: ['full'], timeout: 180_000 }, async () => {
    const printed = await buildAndServe(nodeOfVersion('20'), []);
    expect(printed).toContain('<p>my app</p>');
    expect(printed.match(/annotate.*/g)).toEqual([
      expect.stringMatching(
        /^annotate is off: annotate-mcp needs Node 22\.13 or newer; this is Node 20\.[\d.]+ Install a current Node/,
      ),
    ]);
  });

  it('is annotated on Node 22', { tags: ['full'], timeout: 180_000 }, async () => {
    const printed = await buildAndServe(nodeOfVersion('22'), []);
    expect(printed).toContain('<script type="module" src="/__annotate/overlay.js"></script>');
    expect(printed).not.toContain('annotate is off');
  });
});

/** Installs another version of Node beside ours, once. */
function nodeOfVersion(version: string): string {
  const folder = resolve(import.meta.dirname, `../../../node_modules/.cache/annotate-mcp/node-${version}`);
  const program = join(folder, 'node_modules/node/bin/node');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', `node@${version}`], {
    cwd: folder,
    stdio: 'pipe',
  });
  return program;
}
