/**
 * Builds standalone executables into dist/executables.
 * Usage: build.ts [--all | names of platforms…]; without any, for this machine and with the Node that runs this.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Bundle, bundle, makeExecutable } from './executable.ts';
import { fetchNode, nodeVersion, ownPlatform, type Platform, platforms } from './platforms.ts';

const repository = join(import.meta.dirname, '../../..');
const output = join(repository, 'dist', 'executables');
const cache = join(repository, '.dev', 'node');

const workspace = mkdtempSync(join(tmpdir(), 'annotate-executables-'));
try {
  const wanted = chosen(process.argv.slice(2));
  mkdirSync(output, { recursive: true });
  const program = await bundle(join(workspace, 'program'));
  copyFileSync(program.licenses, join(output, 'licenses.md'));
  for (const platform of wanted ?? [own()]) await make(platform, program, wanted === null);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  rmSync(workspace, { recursive: true, force: true });
}

async function make(platform: Platform, program: Bundle, withThisNode: boolean): Promise<void> {
  const file = join(output, platform.output);
  const node = withThisNode ? process.execPath : await fetchNode(platform, nodeVersion, cache);
  const maker = withThisNode ? process.execPath : await fetchNode(own(), nodeVersion, cache);
  const { isMac } = platform;
  const left = await makeExecutable({ bundle: program, node, maker, output: file, isMac, workspace });
  process.stdout.write(`${file}  ${Math.round(statSync(file).size / 1e6)} MB\n`);
  if (left !== null) process.stdout.write(`  ${left}\n`);
}

/** `null` when nothing was named. */
function chosen(names: readonly string[]): readonly Platform[] | null {
  if (names.length === 0) return null;
  if (names.includes('--all')) return platforms;
  return names.map((name) => {
    const found = platforms.find((each) => each.name === name);
    if (found !== undefined) return found;
    const known = platforms.map((each) => each.name).join(', ');
    throw new Error(`There is no platform ${JSON.stringify(name)}. Name some of ${known}, or --all.`);
  });
}

function own(): Platform {
  const found = ownPlatform(process);
  if (found !== null) return found;
  throw new Error(`Executables cannot be built on ${process.platform}-${process.arch}.`);
}
