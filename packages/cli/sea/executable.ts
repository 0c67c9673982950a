/** A Node binary with the program inside (https://nodejs.org/api/single-executable-applications.html). */
import { chmodSync, copyFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import type { Bundle } from './bundle.ts';
import { run } from './run.ts';

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

const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
const injector = createRequire(import.meta.url).resolve('postject/dist/cli.js');

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
