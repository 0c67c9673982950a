/** Makes a fresh app once and gives each test a copy of it, committed to git, in a terminal of its own. */
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import { z } from 'zod';

import type { FreshApp } from './fresh-app.ts';
import { run } from './measured-process.ts';
import { cacheFolder, installTool, type Registry } from './registry.ts';

/** What a person's terminal has: a home folder in which Claude Code has been, Node, npm and pnpm. */
export async function openTerminal({ url }: Pick<Registry, 'url'>, top: string): Promise<NodeJS.ProcessEnv> {
  const [home, bin] = [join(top, 'home'), join(top, 'bin')];
  for (const folder of [join(home, '.claude'), bin]) mkdirSync(folder, { recursive: true });
  // Without the address of a registry that has another port in the next run.
  writeFileSync(join(home, '.npmrc'), `registry=${url}\nomit-lockfile-registry-resolved=true\n`);
  writeFileSync(join(home, '.gitconfig'), '[user]\n  name = A person\n  email = person@example.com\n');
  symlinkSync(process.execPath, join(bin, 'node'));
  for (const [name, program] of await installManagers()) symlinkSync(program, join(bin, name));
  return {
    HOME: home,
    PATH: [bin, ...outsideOfPackages()].join(delimiter),
    npm_config_cache: join(cacheFolder, 'npm'),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
    pnpm_config_store_dir: join(cacheFolder, 'pnpm'),
    YARN_NPM_REGISTRY_SERVER: url,
    YARN_UNSAFE_HTTP_WHITELIST: '127.0.0.1',
    YARN_GLOBAL_FOLDER: join(cacheFolder, 'yarn'),
    YARN_ENABLE_TELEMETRY: '0',
    // The registry is a process of this test on the same machine.
    YARN_NETWORK_CONCURRENCY: '8',
    // The packages of this test are younger than Yarn would accept.
    YARN_NPM_MINIMAL_AGE_GATE: '0',
    BUN_CONFIG_REGISTRY: url,
    BUN_INSTALL_CACHE_DIR: join(cacheFolder, 'bun'),
    // A network may have certificates of its own.
    NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
    NO_COLOR: '1',
    ASTRO_TELEMETRY_DISABLED: '1',
    NEXT_TELEMETRY_DISABLED: '1',
    NG_CLI_ANALYTICS: 'false',
  };
}

/** Name and program of each package manager that Node does not bring. */
async function installManagers(): Promise<readonly (readonly [name: string, program: string])[]> {
  const arch = process.arch === 'arm64' ? 'aarch64' : process.arch;
  return [
    ['pnpm', await installTool('pnpm@12.18.0', '.bin/pnpm')],
    ['yarn', await installTool('@yarnpkg/cli-dist@4.18.1', '.bin/yarn')],
    // The package's own program is put in place by a script, which installTool does not run.
    ['bun', await installTool('bun@1.4.4', `@oven/bun-${process.platform}-${arch}/bin/bun`)],
  ];
}

/** The programs of this repository are not the person's. */
function outsideOfPackages(): string[] {
  return (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
}

/** Returns the folder of the copy. */
export async function copyFreshApp(
  app: FreshApp,
  { upstream }: Pick<Registry, 'upstream'>,
  env: NodeJS.ProcessEnv,
  top: string,
): Promise<string> {
  // An app is there before our packages are, and its own come faster without a registry in between.
  const made = await makeOnce(app, {
    ...env,
    npm_config_registry: upstream,
    YARN_NPM_REGISTRY_SERVER: upstream,
    BUN_CONFIG_REGISTRY: upstream,
  });
  const folder = join(top, app.name);
  cpSync(made, folder, { recursive: true, verbatimSymlinks: true });
  return folder;
}

async function makeOnce(app: FreshApp, env: NodeJS.ProcessEnv): Promise<string> {
  const key = createHash('sha256').update(JSON.stringify(app)).digest('hex').slice(0, 12);
  const place = join(cacheFolder, 'apps', `${app.name}-${key}`);
  if (existsSync(place)) return place;
  // Outside of this repository, whose files generators would look at.
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'annotate-fresh-')));
  const folder = join(top, app.name);
  await create(app, env, folder);
  if (hasManifest(folder)) await run([app.manager ?? 'npm', 'install'], { cwd: folder, env });
  if (app.beforeCommit !== undefined) await run(app.beforeCommit, { cwd: folder, env });
  for (const command of [
    ['git', 'init', '--quiet'],
    ['git', 'add', '--all'],
    ['git', 'commit', '--quiet', '--message', 'A fresh app'],
  ] as const)
    await run(command, { cwd: folder, env });
  mkdirSync(dirname(place), { recursive: true });
  cpSync(folder, `${place}.part`, { recursive: true, verbatimSymlinks: true });
  renameSync(`${place}.part`, place);
  rmSync(top, { recursive: true, force: true });
  return place;
}

async function create(app: FreshApp, env: NodeJS.ProcessEnv, folder: string): Promise<void> {
  // The generator makes the app's folder, or those of the apps in it.
  const cwd = app.app === undefined ? dirname(folder) : folder;
  mkdirSync(app.create.length > 0 ? cwd : folder, { recursive: true });
  for (const command of app.create) await run(command, { cwd, env });
  for (const [name, text] of Object.entries(app.files ?? {})) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  if (hasManifest(folder)) setVersions(join(folder, 'package.json'), app);
}

/** Apps in other languages have none. */
function hasManifest(folder: string): boolean {
  return existsSync(join(folder, 'package.json'));
}

const versionsFormat = z.record(z.string(), z.string());
const manifestFormat = z.looseObject({
  dependencies: versionsFormat.exactOptional(),
  devDependencies: versionsFormat.exactOptional(),
});

function setVersions(file: string, { versions = {}, overrides, added, manager }: FreshApp): void {
  const manifest = manifestFormat.parse(JSON.parse(readFileSync(file, 'utf8')));
  for (const named of [manifest.dependencies, manifest.devDependencies])
    for (const name of Object.keys(named ?? {}))
      if (named !== undefined && versions[name] !== undefined) named[name] = versions[name];
  if (added !== undefined) manifest.devDependencies = { ...manifest.devDependencies, ...added };
  if (overrides !== undefined) manifest[manager === 'yarn' ? 'resolutions' : 'overrides'] = overrides;
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}
