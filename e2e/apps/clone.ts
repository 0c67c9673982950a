/** Copies of apps that other people wrote, each committed to a repository of its own, with its packages installed. */
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

import { z } from 'zod';

import { type Command, type Place, run } from '../packages/measured-process.ts';

import { type Repository, repositories } from './repositories.ts';

export interface RealApp {
  readonly title: string;
  /** Where the app is, from the root of its repository. */
  readonly app: string;
  /** Puts what its author has committed into a folder that does not exist yet. */
  readonly copyTo: (folder: string, env: NodeJS.ProcessEnv) => Promise<void>;
}

/** Those at `paths`, each a folder or `folder#app`, or else those on GitHub. */
export function listRealApps(paths: readonly string[]): readonly RealApp[] {
  return paths.length > 0 ? paths.map(appInFolder) : repositories.map(appOnGitHub);
}

function appOnGitHub({ name, commit, app = '' }: Repository): RealApp {
  return {
    title: `${name}${app === '' ? '' : `, ${app}`}`,
    app,
    copyTo: async (folder, env) => {
      mkdirSync(folder);
      const place = { cwd: folder, env };
      await run(['git', 'init', '--quiet'], place);
      await run(['git', 'fetch', '--quiet', '--depth', '1', `https://github.com/${name}`, commit], place);
      await run(['git', 'checkout', '--quiet', 'FETCH_HEAD'], place);
    },
  };
}

function appInFolder(path: string): RealApp {
  const [place = '', app = ''] = path.split('#');
  // npm runs scripts in the folder of package.json, wherever the person is.
  const source = resolve(process.env.INIT_CWD ?? '.', place);
  return {
    title: `${basename(source)}${app === '' ? '' : `, ${app}`}`,
    app,
    copyTo: async (folder, env) => {
      if (!existsSync(source)) throw new Error(`${source} is not a folder.`);
      // A repository without its own state: what is not committed and what git ignores stay behind.
      if (existsSync(join(source, '.git')) || existsSync(join(source, 'HEAD'))) {
        await run(['git', 'clone', '--quiet', source, folder], { cwd: dirname(folder), env });
        return;
      }
      cpSync(source, folder, { recursive: true, filter: (from) => basename(from) !== 'node_modules' });
      await run(['git', 'init', '--quiet'], { cwd: folder, env });
    },
  };
}

/**
 * Installs the packages and commits what that changed, so that everything after it is ours. Another version of the package
 * manager than the author's writes some of the lockfile in another way, once it adds or removes anything.
 */
export async function installAndCommit(root: string, app: string, env: NodeJS.ProcessEnv): Promise<void> {
  const place: Place = { cwd: root, env };
  const hasManifest = existsSync(join(root, 'package.json'));
  const folder = hasManifest ? root : join(root, app);
  if (existsSync(join(folder, 'package.json'))) {
    await run([managerOf(folder), 'install'], { cwd: folder, env: { ...env, CI: '' } });
    const inApp: Place = { cwd: join(root, app), env: { ...env, CI: '' } };
    const manager = managerOf(inApp.cwd, root);
    // It has no dependencies, and no app names it.
    await run([manager, 'add', '-D', 'array-slice'], inApp);
    await run([manager, 'remove', 'array-slice'], inApp);
  }
  await run(['git', 'add', '--all'], place);
  await run(['git', 'commit', '--quiet', '--allow-empty', '--no-verify', '--message', 'As it is'], place);
}

const lockfiles = {
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'package-lock.json': 'npm',
} as const;

/** By the lockfile, in the folder or above it. */
function managerOf(folder: string, root = folder): 'npm' | 'pnpm' | 'yarn' | 'bun' {
  for (const [file, manager] of Object.entries(lockfiles))
    if (existsSync(join(folder, file)) || existsSync(join(root, file))) return manager;
  return 'npm';
}

const manifestFormat = z.looseObject({ scripts: z.record(z.string(), z.string()).default({}) });

export interface Scripts {
  readonly dev: Command;
  /** `null` for an app that has no build. */
  readonly build: Command | null;
}

/** What its author starts and builds it with. */
export function scriptsOf(root: string, app: string): Scripts {
  const folder = join(root, app);
  const { scripts } = manifestFormat.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  const manager = managerOf(folder, root);
  const dev = ['dev', 'docs:dev', 'develop', 'start', 'serve'].find((name) => scripts[name] !== undefined);
  if (dev === undefined) throw new Error(`${folder}/package.json has no script that starts a dev server.`);
  const build = ['build', 'docs:build'].find((name) => scripts[name] !== undefined);
  return { dev: [manager, 'run', dev], build: build === undefined ? null : [manager, 'run', build] };
}
