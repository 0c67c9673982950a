/**
 * Makes Angular's compiler store the template position on each element. The option would also work in production builds,
 * so it must not be in the workspace's tsconfig: the dev server gets a generated tsconfig that extends it.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';

import type { BuilderContext } from '@angular-devkit/architect';

import { isOlderVersion } from '@annotate-mcp/core/version';

import { contextWith } from './context-with.ts';
import type { TypeScript, WorkspacePackages } from './workspace-packages.ts';

export interface TemplateLocations {
  /** What the dev server is started with. */
  readonly context: BuilderContext;
  /** Called when the dev server is closed. */
  readonly stop: () => void;
}

/** To be called before Angular's dev server is loaded. */
export async function startTemplateLocations(
  context: BuilderContext,
  tsConfig: string | null,
  packages: WorkspacePackages,
): Promise<TemplateLocations> {
  const doNothing = () => undefined;
  if (!isOlderVersion(packages.compilerVersion() ?? '', '22.1'))
    return { context: await withTemplateLocations(context, tsConfig, packages), stop: doNothing };
  const stop = await switchOlderCompilerOn(packages);
  if (typeof stop !== 'string') return { context, stop };
  context.logger.info(`annotate: annotations have no template lines: ${stop}`);
  return { context, stop: doNothing };
}

/** The same context with the generated tsconfig in its build target; the given context where that is not possible. */
async function withTemplateLocations(
  context: BuilderContext,
  tsConfig: string | null,
  packages: WorkspacePackages,
): Promise<BuilderContext> {
  if (tsConfig === null) return context;
  try {
    const generated = await writeTsConfig(context, tsConfig, packages.typescript());
    if (generated !== null) return withTsConfig(context, tsConfig, generated);
    context.logger.info(
      `annotate: annotations have no template lines, because ${tsConfig} cannot be extended from another folder.`,
    );
  } catch (error) {
    // If the cache folder is not writable, only the template lines are missing.
    context.logger.info(`annotate: annotations have no template lines: ${String(error)}`);
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

/** The path relative to the workspace folder; `null` where an extending tsconfig would have another meaning. */
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
  // On Windows there is no relative path from one drive to another.
  if (config === null || isAbsolute(path)) return null;
  writeIfChanged(file, `${JSON.stringify(config, null, 2)}\n`);
  return withSlashes(path);
}

/** Git and Angular's watcher ignore this folder. An update of Angular deletes its subfolders but not its files. */
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

// Derived from the path, so that all dev servers of a project write the same file with the same content.
function nameFor(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12);
}

/** The content of a tsconfig in `file` that extends `given`; `null` where it would have another meaning. */
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
  // `${configDir}` is the folder of the extending config. Angular itself reports a config that cannot be read.
  if (parsed === undefined || read.some((text) => text.includes('${configDir}'))) return null;
  const { options } = parsed;
  const raw: unknown = parsed.raw;
  const folder = dirname(given);
  const lists = valueAt(raw, ['files']) ?? valueAt(raw, ['include']);
  return {
    extends: dotted(relative(dirname(file), given)),
    // Without these, TypeScript would search in the folder of the extending file.
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
  // Named types may be those of a package itself. Without names TypeScript loads every folder, so packages must not be listed.
  return [...roots, ...(named ? around : [])].filter((each) => existsSync(each)).map(withSlashes);
}

function foldersUpFrom(folder: string): string[] {
  return folder === parse(folder).root ? [folder] : [folder, ...foldersUpFrom(dirname(folder))];
}

function writeIfChanged(file: string, text: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(dirname(file), { recursive: true });
  // Another dev server may be reading the file.
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, text);
  renameSync(temporary, file);
}

function dotted(path: string): string {
  const slashed = withSlashes(path);
  return slashed.startsWith('.') || isAbsolute(path) ? slashed : `./${slashed}`;
}

function withSlashes(path: string): string {
  return path.split(sep).join('/');
}

type SwitchLocations = (isOn: boolean) => void;

/** How many dev servers of this process need the positions of an older compiler. */
let users = 0;

/**
 * The compilers before Angular 22.1 can write the positions, too, but have no option for it: a function that Angular's own
 * tests call switches it on, for the compiler in the thread that calls it. To be called before Angular's dev server is
 * loaded. Returns what switches the positions off again, or why there are none.
 */
async function switchOlderCompilerOn(packages: WorkspacePackages): Promise<(() => void) | string> {
  const switchLocations = await findSwitch(packages);
  // The packages of Angular 20.0.0 and 20.0.1 are without the function.
  if (switchLocations === null)
    return `the compiler of Angular ${packages.compilerVersion() ?? 'of an unknown version'} cannot write them. That of 20.0.2 and later can.`;
  if (!loadWithCompilerInThisThread(packages))
    return 'NG_BUILD_PARALLEL_TS keeps the compiler in its worker. Set it to 0, or remove it.';
  users += 1;
  switchLocations(true);
  let isOn = true;
  return () => {
    if (!isOn) return;
    isOn = false;
    users -= 1;
    if (users === 0) switchLocations(false);
  };
}

async function findSwitch(packages: WorkspacePackages): Promise<SwitchLocations | null> {
  const compiler = await packages.compiler();
  if (compiler === null || !('setEnableTemplateSourceLocations' in compiler)) return null;
  const found = compiler.setEnableTemplateSourceLocations;
  return typeof found === 'function' ? (found as SwitchLocations) : null;
}

/** Angular reads the variable once, when it is loaded. A person who sets it decides where the compiler runs. */
function loadWithCompilerInThisThread(packages: WorkspacePackages): boolean {
  const given = process.env.NG_BUILD_PARALLEL_TS;
  if (given !== undefined && given !== '') return /^(?:0|false)$/i.test(given);
  process.env.NG_BUILD_PARALLEL_TS = '0';
  try {
    packages.loadDevServer();
  } finally {
    delete process.env.NG_BUILD_PARALLEL_TS;
  }
  return true;
}
