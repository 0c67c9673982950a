import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { runInstall } from './install.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'annotate-install-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const declared = { devDependencies: { '@annotate-mcp/next': '1' } };

/** A package manager that leaves this behind, and ends with 1 because of another package. */
async function runFailing(before: object, after: object, installed: boolean): Promise<void> {
  const manifest = join(folder, 'package.json');
  writeFileSync(manifest, JSON.stringify(before));
  if (installed) mkdirSync(join(folder, 'node_modules/@annotate-mcp/next'), { recursive: true });
  const code = `require('fs').writeFileSync(${JSON.stringify(manifest)}, ${JSON.stringify(JSON.stringify(after))}); process.exitCode = 1`;
  await runInstall({ package: '@annotate-mcp/next', folder, command: [process.execPath, '-e', code] });
}

it('goes on where a package manager that ended with 1 has added or removed the package', async () => {
  await runFailing({}, declared, true);
  await runFailing(declared, {}, false);
});

it.each([
  { name: 'did nothing', before: {}, after: {}, installed: false },
  { name: 'only wrote its name into package.json', before: {}, after: declared, installed: false },
  { name: 'did not remove it', before: declared, after: declared, installed: true },
])('fails where one that ended with 1 $name', async ({ before, after, installed }) => {
  await expect(runFailing(before, after, installed)).rejects.toThrow('it ended with 1');
});
