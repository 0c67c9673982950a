/** Builds demos/angular with Angular's own compiler, which checks classes and templates; `tsc -b` leaves it out. */
import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const markers = ['nga-overlay', '__annotate'];
let output: string;

beforeEach(() => {
  output = mkdtempSync(join(tmpdir(), 'annotate-demo-'));
});

afterEach(() => rmSync(output, { recursive: true, force: true }));

it(
  'a production build of demos/angular has nothing of ours',
  { tags: 'full', timeout: 180_000 },
  async () => {
    const built = await build('production');
    expect(built).toContain('Specail offer');
    expect(markers.filter((marker) => built.includes(marker))).toEqual([]);
  },
);

it(
  'a development build of demos/angular has what the other one must not have',
  { tags: 'full', timeout: 180_000 },
  async () => {
    expect(await build('development')).toContain('__annotate');
  },
);

/** All files that a browser loads. */
async function build(configuration: string): Promise<string> {
  const ng = join(root, 'node_modules/@angular/cli/bin/ng.js');
  const args = [ng, 'build', '--configuration', configuration, '--output-path', output];
  await promisify(execFile)(process.execPath, args, { cwd: join(root, 'demos/angular') });
  const files = globSync('**/*.{js,css,html}', { cwd: output });
  return files.map((file) => readFileSync(join(output, file), 'utf8')).join('\n');
}
