/** A Node binary with the program inside (https://nodejs.org/api/single-executable-applications.html). */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  renameSync,
  writeFileSync,
  readdirSync,
  readFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';

import { build } from 'vite';

import { lazyBuiltins } from '../build/lazy-builtins.ts';
import type { Contents } from '../src/unpack.ts';

import { run } from './run.ts';

const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
const injector = createRequire(import.meta.url).resolve('postject/dist/cli.js');

export interface Making {
  readonly bundle: Bundle;
  /** The binary to put it into. */
  readonly node: string;
  /** Of the same version as `node`, whose form of the blob no other has to know; runs on this machine. */
  readonly maker: string;
  readonly output: string;
  readonly isMac: boolean;
  /** For files in between. */
  readonly workspace: string;
}

/** Returns what is left to do by hand, if anything. */
export async function makeExecutable(making: Making): Promise<string | null> {
  const { node, output, isMac } = making;
  const blob = await makeBlob(making);
  mkdirSync(dirname(output), { recursive: true });
  // Made under another name: half an executable must not look like one, and one that runs cannot be written to.
  const unfinished = `${output}.unfinished`;
  copyFileSync(node, unfinished);
  chmodSync(unfinished, 0o755);
  const canSign = isMac && process.platform === 'darwin';
  if (canSign) await run('codesign', ['--remove-signature', unfinished]);
  const segment = isMac ? ['--macho-segment-name', 'NODE_SEA'] : [];
  await run(process.execPath, [
    injector,
    unfinished,
    'NODE_SEA_BLOB',
    blob,
    '--sentinel-fuse',
    fuse,
    ...segment,
  ]);
  if (canSign) await run('codesign', ['--sign', '-', unfinished]);
  renameSync(unfinished, output);
  return isMac && !canSign ? `On a Mac it starts after: codesign --force --sign - ${output}` : null;
}

async function makeBlob({ bundle, maker, workspace }: Making): Promise<string> {
  const output = join(workspace, 'program.blob');
  const config = join(workspace, 'sea-config.json');
  const { main, assets } = bundle;
  // Neither snapshot nor code cache: both would hold for the machine that made them.
  const options = { main, output, assets, disableExperimentalSEAWarning: true };
  writeFileSync(config, JSON.stringify(options));
  await run(maker, ['--experimental-sea-config', config]);
  return output;
}

/** The program as Node takes it into an executable: CommonJS, and everything else as assets. */
export interface Bundle {
  readonly main: string;
  /** By the name that the program asks for. */
  readonly assets: Readonly<Record<string, string>>;
  readonly licenses: string;
}

const root = join(import.meta.dirname, '..');

export async function bundle(folder: string): Promise<Bundle> {
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    define: {
      __ANNOTATE_MCP_STANDALONE__: 'true',
      // The hub looks for an installed overlay only when it was not told where one is.
      'import.meta.resolve': 'undefined',
    },
    plugins: [lazyBuiltins('sqlite', 'http', 'https', 'http2', 'tls')],
    build: {
      ssr: 'sea/bin.ts',
      outDir: folder,
      rolldownOptions: {
        output: { format: 'cjs', entryFileNames: 'bin.cjs', banner: '', codeSplitting: false },
      },
    },
  });
  return { main: join(folder, 'bin.cjs'), assets: assetsIn(folder), licenses: join(folder, 'licenses.md') };
}

/** Every folder that the build has put beside the program. */
function assetsIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath !== folder)
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const assets = Object.fromEntries(files.map((file) => [relative(folder, file).split(sep).join('/'), file]));
  const contents = join(folder, 'contents.json');
  writeFileSync(contents, JSON.stringify(contentsOf(assets)));
  return { ...assets, contents };
}

function contentsOf(assets: Readonly<Record<string, string>>): Contents {
  const hash = createHash('sha256');
  const files: Record<string, { bytes: number }> = {};
  for (const [name, file] of Object.entries(assets)) {
    const bytes = readFileSync(file);
    hash.update(`${name}\n${bytes.length}\n`).update(bytes);
    files[name] = { bytes: bytes.length };
  }
  return { digest: hash.digest('hex').slice(0, 16), files };
}
