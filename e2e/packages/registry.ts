/** A registry on this machine that has our packages as they would be published, and gets all others from the user's own. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import { freePort } from '../support/free-port.ts';

const execute = promisify(execFile);
const repository = join(import.meta.dirname, '../..');

/** What is installed on demand, and the caches of package managers; kept for the next run. */
export const cacheFolder = join(repository, 'node_modules/.cache/annotate-mcp/packages');

export interface Registry {
  readonly url: string;
  /** The user's own. */
  readonly upstream: string;
  readonly stop: () => Promise<void>;
}

export async function startRegistry(): Promise<Registry> {
  const program = await installTool('verdaccio@6.10.4', 'verdaccio/bin/verdaccio', {
    // Verdaccio asks for a tag that not every registry has.
    'node-fetch': '2.7.0',
  });
  const folder = mkdtempSync(join(tmpdir(), 'annotate-registry-'));
  const config = join(folder, 'config.yaml');
  const { stdout } = await execute('npm', ['config', 'get', 'registry'], { cwd: folder });
  const upstream = stdout.trim();
  writeFileSync(config, JSON.stringify(makeConfig(folder, upstream)));
  const url = `http://127.0.0.1:${await freePort()}/`;
  const child = spawn(process.execPath, [program, '--config', config, '--listen', url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await untilListening(child);
  await publish(url, folder);
  return {
    url,
    upstream,
    stop: async () => {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Installs a package outside of the workspaces, which would slow every `npm ci`, and returns the path of its file. */
export async function installTool(
  spec: string,
  file: string,
  overrides: Readonly<Record<string, string>> = {},
): Promise<string> {
  const folder = join(cacheFolder, spec.replace(/\W+/g, '-'));
  const installed = join(folder, 'node_modules', file);
  if (!existsSync(installed)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, overrides }));
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
    await execute('npm', ['install', ...options, spec], { cwd: folder });
  }
  return installed;
}

/** Verdaccio reads YAML, of which JSON is a part. */
function makeConfig(folder: string, upstream: string): object {
  const ours = { access: '$all', publish: '$all' };
  return {
    storage: join(folder, 'storage'),
    auth: { htpasswd: { file: join(folder, 'htpasswd') } },
    // npm's own cache has the files already.
    uplinks: { upstream: { url: upstream, cache: false, timeout: '60s', max_fails: 100 } },
    packages: {
      'annotate-mcp': ours,
      '@annotate-mcp/*': ours,
      '**': { access: '$all', proxy: 'upstream' },
    },
    max_body_size: '50mb',
    log: { type: 'stdout', format: 'pretty', level: 'warn' },
  };
}

async function untilListening(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  if (child.stdout === null) throw new Error('The registry has no output to wait for.');
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.includes('http address')) resolve(undefined);
  });
  child.once('exit', (code) => reject(new Error(`The registry ended with ${code}.`)));
  await promise;
}

async function publish(url: string, folder: string): Promise<void> {
  const tarballs = globSync('dist/packages/*.tgz', { cwd: repository });
  if (tarballs.length === 0) throw new Error('dist/packages is empty. Run npm run build:packages first.');
  const config = join(folder, 'npmrc');
  // npm publishes nothing without a token; this registry accepts any.
  writeFileSync(config, `registry=${url}\n${url.replace(/^http:/, '')}:_authToken=any\n`);
  const options = ['--userconfig', config, '--access', 'public'];
  await Promise.all(
    tarballs.map((tarball) =>
      execute('npm', ['publish', ...options, join(repository, tarball)], { cwd: folder }),
    ),
  );
}
