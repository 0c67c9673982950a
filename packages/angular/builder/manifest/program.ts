/** After each build, reads those files of the program that have changed. */
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';

import { SerialQueue } from '@annotate-mcp/core';

import type { ExecuteDevServer } from '../workspace-packages.ts';

type Extensions = NonNullable<Parameters<ExecuteDevServer>[2]>;
export type BuildPlugin = NonNullable<Extensions['buildPlugins']>[number];

interface FileReader {
  /** Called once for each file that is new or has changed, with an absolute path. */
  readonly read: (file: string, code: string) => void;
  readonly remove: (file: string) => void;
}

export interface ProgramReader extends FileReader {
  /** The templates of the files that were read, which esbuild does not know. */
  readonly templates: FileReader & { readonly files: () => Iterable<string> };
  /** Called when all files that a build has changed are read. */
  readonly onDone: () => void;
  /** Files for which this is false are not read. */
  readonly isWanted: (file: string) => boolean;
  readonly onError: (error: unknown) => void;
}

/**
 * Reads after each build, without delaying its result: a page must not wait for this. Its socket tells it when the
 * manifest has changed.
 */
export function programPlugin(workspaceRoot: string, reader: ProgramReader): BuildPlugin {
  // Browser code and server code are separate bundles.
  const bundles = new Map<object, readonly string[]>();
  const versions = new Map<string, string>();
  const templateVersions = new Map<string, string>();
  const reads = new SerialQueue();
  const { templates } = reader;
  const update = (): void => {
    const read = async () => {
      await readChanges(new Set([...bundles.values()].flat()), versions, reader);
      await readChanges(new Set(templates.files()), templateVersions, templates);
      reader.onDone();
    };
    reads.run(read).catch(reader.onError);
  };
  return {
    name: 'annotate-manifest',
    setup(build) {
      build.onEnd(({ metafile }) => {
        // A failed build does not list the files of the program.
        if (metafile === undefined) return;
        const files = Object.keys(metafile.inputs).filter(isScript);
        bundles.set(
          build,
          files.map((file) => resolve(workspaceRoot, file)).filter((file) => reader.isWanted(file)),
        );
        update();
      });
      build.onDispose(() => bundles.delete(build));
    },
  };
}

// Names such as `angular:polyfills` are not files; a single letter before the colon is a drive.
function isScript(input: string): boolean {
  return /\.[cm]?ts$/.test(input) && !/^[^/\\]{2,}?:/.test(input);
}

async function readChanges(
  program: ReadonlySet<string>,
  versions: Map<string, string>,
  reader: FileReader,
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
    // The file was removed after the build; the next build will not list it.
    if (code === null) continue;
    versions.set(file, version);
    reader.read(file, code);
  }
}

async function versionOf(file: string): Promise<string | null> {
  const stats = await stat(file).catch(() => null);
  return stats === null ? null : `${stats.mtimeMs} ${stats.ctimeMs} ${stats.size}`;
}
