/**
 * The compiler can note on each element where in its template it is written. It does so in production builds as well,
 * so the option must not get into the tsconfig of the workspace: the dev server is handed one of its own.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';

import type { BuilderContext } from '@angular-devkit/architect';

import { contextWith } from './context-with.ts';
import { isAtLeast } from './version.ts';
import type { TypeScript, WorkspacePackages } from './workspace-packages.ts';

/** The same context, whose build target has the tsconfig with locations; the given one where that cannot be. */
export async function withTemplateLocations(
  context: BuilderContext,
  tsConfig: string | null,
  packages: WorkspacePackages,
): Promise<BuilderContext> {
  // Older compilers do not know the option.
  if (tsConfig === null || !isAtLeast(packages.compilerVersion() ?? '0.0', [22, 1])) return context;
  try {
    const generated = await writeTsConfig(context, tsConfig, packages.typescript());
    if (generated !== null) return withTsConfig(context, tsConfig, generated);
    context.logger.info(`annotate: no lines in templates, because ${tsConfig} cannot be extended elsewhere.`);
  } catch (error) {
    // A folder that cannot be written to costs the lines in templates and nothing else.
    context.logger.info(`annotate: no lines in templates: ${String(error)}`);
  }
  return context;
}

function withTsConfig(context: BuilderContext, given: string, generated: string): BuilderContext {
  const getTargetOptions: BuilderContext['getTargetOptions'] = async (target) => {
    const options = await context.getTargetOptions(target);
    return options.tsConfig === given ? { ...options, tsConfig: generated } : options;
  };
  return contextWith(context, { getTargetOptions });
}

/** From the workspace's folder, as build targets name it; `null` where an extending file would mean something else. */
async function writeTsConfig(
  context: BuilderContext,
  tsConfig: string,
  typescript: TypeScript,
): Promise<string | null> {
  const { workspaceRoot } = context;
  const given = resolve(workspaceRoot, tsConfig);
  const file = join(await cacheFolder(context), `annotate-${nameFor(given)}.tsconfig.json`);
  const config = extendingConfig(typescript, given, file);
  const path = relative(workspaceRoot, file);
  // Windows has no way from one drive to another.
  if (config === null || isAbsolute(path)) return null;
  writeIfChanged(file, `${JSON.stringify(config, null, 2)}\n`);
  return withSlashes(path);
}

/** Ignored by git and by Angular's watcher. Its folders are purged when Angular is updated; its files are not. */
async function cacheFolder(context: BuilderContext): Promise<string> {
  const { workspaceRoot, target } = context;
  const metadata: unknown = await context.getProjectMetadata(target?.project ?? '');
  const path = valueAt(metadata, ['cli', 'cache', 'path']);
  return resolve(workspaceRoot, typeof path === 'string' ? path : '.angular/cache');
}

function valueAt(from: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return from;
  if (typeof from !== 'object' || from === null) return undefined;
  return valueAt(Reflect.get(from, name), rest);
}

// By path: several dev servers of one project write the same file with the same words.
function nameFor(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12);
}

/** Exported for its test. */
export function extendingConfig(typescript: TypeScript, given: string, file: string): object | null {
  const read: string[] = [];
  const parsed = typescript.getParsedCommandLineOfConfigFile(
    given,
    {},
    {
      ...typescript.sys,
      readFile(path) {
        const text = typescript.sys.readFile(path);
        if (text !== undefined) read.push(text);
        return text;
      },
      onUnRecoverableConfigFileDiagnostic: () => undefined,
    },
  );
  // `${configDir}` is the folder of whoever extends. A config that cannot be read is for Angular to complain of.
  if (parsed === undefined || read.some((text) => text.includes('${configDir}'))) return null;
  const { options } = parsed;
  const raw: unknown = parsed.raw;
  const folder = dirname(given);
  const lists = valueAt(raw, ['files']) ?? valueAt(raw, ['include']);
  return {
    extends: dotted(relative(dirname(file), given)),
    // Both would be looked for around the file that extends.
    ...(lists === undefined && { include: [withSlashes(join(folder, '**/*'))] }),
    ...(options.typeRoots === undefined && {
      compilerOptions: { typeRoots: typeRootsAround(folder, options.types !== undefined) },
    }),
    angularCompilerOptions: { enableTemplateSourceLocations: true },
  };
}

function typeRootsAround(folder: string, named: boolean): string[] {
  const around = foldersUpFrom(folder).map((each) => join(each, 'node_modules'));
  const roots = around.map((each) => join(each, '@types'));
  // Types that are named may be those of a package itself. Unnamed ones are all there are, which must not be packages.
  return [...roots, ...(named ? around : [])].filter((each) => existsSync(each)).map(withSlashes);
}

function foldersUpFrom(folder: string): string[] {
  return folder === parse(folder).root ? [folder] : [folder, ...foldersUpFrom(dirname(folder))];
}

function writeIfChanged(file: string, text: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(dirname(file), { recursive: true });
  // Another dev server may read it just now.
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, file);
}

function dotted(path: string): string {
  const slashed = withSlashes(path);
  return slashed.startsWith('.') || isAbsolute(path) ? slashed : `./${slashed}`;
}

function withSlashes(path: string): string {
  return path.split(sep).join('/');
}
