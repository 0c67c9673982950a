/** Puts together what people install: the server is built once and goes into both packages. */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';

import { type Zippable, zipSync } from 'fflate';
import { build } from 'vite';

import { lintBundle, lintPlugin } from './lint.ts';

type Files = ReadonlyMap<string, Uint8Array>;

const here = join(import.meta.dirname, '..');
const cli = dirname(createRequire(import.meta.url).resolve('annotate-mcp/package.json'));

export interface BuiltPlugin {
  /** The plugin's folder, which is its own marketplace. */
  plugin: string;
  /** A file for Claude Desktop. */
  bundle: string;
}

/**
 * Replaces what is in `outDir`. Throws, with all that is wrong, before it writes anything that would not install.
 * `program` is the folder of a program that is built already.
 */
export async function buildPlugin(outDir: string, program?: string): Promise<BuiltPlugin> {
  rmSync(outDir, { recursive: true, force: true });
  const server = program === undefined ? await buildServer(join(outDir, 'server')) : serverIn(program);
  rmSync(outDir, { recursive: true, force: true });
  const common = new Map([...server, ['LICENSE', readFileSync(join(cli, 'LICENSE'))]]);
  const pluginFiles = stamped(new Map([...filesIn(join(here, 'claude')), ...common]));
  const bundleFiles = stamped(new Map([...filesIn(join(here, 'desktop')), ...common]));
  refuse([...lintPlugin(pluginFiles), ...lintBundle(bundleFiles)]);
  const built = { plugin: join(outDir, 'claude'), bundle: join(outDir, 'annotate-mcp.mcpb') };
  write(built.plugin, pluginFiles);
  writeFileSync(built.bundle, zipOf(bundleFiles));
  return built;
}

/** The program of the command line with the view beside it, as it is published. */
async function buildServer(outDir: string): Promise<Files> {
  await build({ root: cli, configFile: join(cli, 'vite.config.ts'), build: { outDir, emptyOutDir: true } });
  return serverIn(outDir);
}

function serverIn(program: string): Files {
  return new Map([...filesIn(program)].map(([path, bytes]) => [`server/${path}`, bytes]));
}

/** Every file below a folder, by its path with `/`. In one order everywhere, so that what is made of them is the same. */
export function filesIn(folder: string): Map<string, Buffer> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => relative('.', path).split(sep).join('/'))
    .sort();
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path))]));
}

/** One version for all: that of the program inside. */
function stamped(files: Files): Files {
  const { version } = JSON.parse(readFileSync(join(cli, 'package.json'), 'utf8')) as { version: string };
  const stamps: Readonly<Record<string, (manifest: Manifest) => Manifest>> = {
    '.claude-plugin/plugin.json': (manifest) => ({ ...manifest, version }),
    '.claude-plugin/marketplace.json': (manifest) => ({
      ...manifest,
      plugins: manifest.plugins?.map((plugin) => ({ ...plugin, version })),
    }),
    'manifest.json': (manifest) => ({ ...manifest, version }),
  };
  return new Map(
    [...files].map(([path, bytes]) => {
      const stamp = stamps[path];
      if (stamp === undefined) return [path, bytes];
      const manifest = JSON.parse(new TextDecoder().decode(bytes)) as Manifest;
      return [path, new TextEncoder().encode(`${JSON.stringify(stamp(manifest), null, 2)}\n`)];
    }),
  );
}

interface Manifest {
  plugins?: object[] | undefined;
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(`The plugin would not install:\n${problems.join('\n')}`);
}

function write(folder: string, files: Files): void {
  for (const [path, bytes] of files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes, { mode: path.endsWith('.mjs') ? 0o755 : 0o644 });
  }
}

/** The bytes of a zip that depend on the files and on nothing else: not on today, this machine or its time zone. */
function zipOf(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const entries: Zippable = {};
  for (const path of [...files.keys()].sort()) {
    const mode = path.endsWith('.mjs') ? 0o755 : 0o644;
    const bytes = files.get(path) ?? new Uint8Array();
    entries[path] = [bytes, { os: unix, attrs: mode << 16, mtime: earliest }];
  }
  return zipSync(entries, { level: 9 });
}

const unix = 3;
// A zip has local times and begins in 1980.
const earliest = new Date(1980, 0, 1);
