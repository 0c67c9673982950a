/** The files of the program, as the bundler names them after each build, and what those that changed declare. */
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { ExecuteDevServer } from '../workspace-packages.ts';

type Extensions = NonNullable<Parameters<ExecuteDevServer>[2]>;
export type BuildPlugin = NonNullable<Extensions['buildPlugins']>[number];

export interface ProgramReader {
  /** Called once for each file that is new or has changed, with an absolute path. */
  readonly read: (file: string, code: string) => void;
  readonly remove: (file: string) => void;
  /** All that a build has changed is read. */
  readonly done: () => void;
  /** Whether this file is worth reading at all. */
  readonly wants: (file: string) => boolean;
  readonly onError: (error: unknown) => void;
}

/**
 * Reads after each build, beside it and not before its result is sent on: a page must not wait for us, and hears of a
 * newer manifest by its socket.
 */
export function programPlugin(workspaceRoot: string, reader: ProgramReader): BuildPlugin {
  // Browser and server code are bundles of their own.
  const bundles = new Map<object, readonly string[]>();
  const versions = new Map<string, string>();
  let reading: Promise<void> = Promise.resolve();
  const update = (): void => {
    reading = reading.then(() => readChanges(new Set([...bundles.values()].flat()), versions, reader));
    reading = reading.catch(reader.onError);
  };
  return {
    name: 'annotate-manifest',
    setup(build) {
      build.onEnd(({ metafile }) => {
        // A build that failed says nothing of the program.
        if (metafile === undefined) return;
        const files = Object.keys(metafile.inputs).filter(isScript);
        bundles.set(
          build,
          files.map((file) => resolve(workspaceRoot, file)).filter((file) => reader.wants(file)),
        );
        update();
      });
      build.onDispose(() => bundles.delete(build));
    },
  };
}

// Names such as `angular:polyfills` are no files; one letter before the colon is a drive.
function isScript(input: string): boolean {
  return /\.[cm]?ts$/.test(input) && !/^[^/\\]{2,}?:/.test(input);
}

async function readChanges(
  program: ReadonlySet<string>,
  versions: Map<string, string>,
  reader: ProgramReader,
): Promise<void> {
  for (const file of versions.keys()) {
    if (program.has(file)) continue;
    versions.delete(file);
    reader.remove(file);
  }
  const current = await Promise.all([...program].map(async (file) => [file, await versionOf(file)] as const));
  for (const [file, version] of current) {
    if (version === null || versions.get(file) === version) continue;
    const code = await readFile(file, 'utf8').catch(() => null);
    // Removed since it was bundled; the build that follows says so.
    if (code === null) continue;
    versions.set(file, version);
    reader.read(file, code);
  }
  reader.done();
}

async function versionOf(file: string): Promise<string | null> {
  const stats = await stat(file).catch(() => null);
  return stats === null ? null : `${stats.mtimeMs} ${stats.ctimeMs} ${stats.size}`;
}
