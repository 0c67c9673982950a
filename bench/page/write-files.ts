/** Writes docs/benchmarks.md and its plots. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { format } from 'oxfmt';
import { z } from 'zod';

import type { Benchmark } from '../benchmark.ts';

import { writePage } from './page.ts';
import { readRecord } from './record.ts';

const root = join(import.meta.dirname, '../..');
const plotFolder = join(root, 'docs/images/bench');

/** Returns the path of the page. */
export async function writeBenchmarkFiles(benchmarks: readonly Benchmark[]): Promise<string> {
  const records = await Promise.all(
    benchmarks.map(async ({ name, title }) => ({ ...(await readRecord(name)), name, title })),
  );
  const { markdown, plots } = writePage(records);
  await mkdir(plotFolder, { recursive: true });
  for (const file of await readdir(plotFolder)) {
    if (file.endsWith('.svg') && !plots.has(file)) await rm(join(plotFolder, file));
  }
  for (const [file, svg] of plots) await writeFile(join(plotFolder, file), svg);
  const page = join(root, 'docs/benchmarks.md');
  await writeFile(page, await formatted(page, markdown));
  return page;
}

async function formatted(page: string, markdown: string): Promise<string> {
  const shape = z.object({ printWidth: z.number(), singleQuote: z.boolean() });
  const options = shape.parse(JSON.parse(await readFile(join(root, '.oxfmtrc.json'), 'utf8')));
  const { code, errors } = await format(page, markdown, options);
  if (errors.length > 0) throw new Error(`${page}: ${errors.map(({ message }) => message).join(' ')}`);
  return code;
}
