import { mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

/** An app in a temporary git repository. */
export interface App extends AsyncDisposable {
  readonly root: string;
  readonly write: (path: string, text: string) => Promise<string>;
}

/** Without other `modules` the app uses the node_modules of this repository. */
export async function createApp(
  files: Record<string, string>,
  modules = resolve(import.meta.dirname, '../../../../node_modules'),
): Promise<App> {
  // Has a space in its path, as some people's projects do.
  const root = await realpath(await mkdtemp(join(tmpdir(), 'annotate app-')));
  await symlink(modules, join(root, 'node_modules'));
  return fillApp(root, files);
}

/** An app in the folder that has its packages, for a bundler that follows no links to packages elsewhere. */
export async function createAppAround(modules: string, files: Record<string, string>): Promise<App> {
  const root = dirname(modules);
  const clear = async (): Promise<void> => {
    for (const name of await readdir(root))
      if (name !== basename(modules)) await rm(join(root, name), { recursive: true, maxRetries: 5 });
  };
  await clear();
  return { ...(await fillApp(root, files)), [Symbol.asyncDispose]: clear };
}

async function fillApp(root: string, files: Record<string, string>): Promise<App> {
  await mkdir(join(root, '.git'));
  const write = async (path: string, text: string) => {
    const file = join(root, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    return file;
  };
  for (const [path, text] of Object.entries(files)) await write(path, text);
  return {
    root,
    write,
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true, maxRetries: 5 }),
  };
}
