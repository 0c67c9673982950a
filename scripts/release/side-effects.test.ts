/** `sideEffects` of the packages: a bundler may leave out a module of which nothing is used. */
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

import { readManifest } from './published-manifest.ts';

const root = join(import.meta.dirname, '../..');
/** A library for Angular cannot be imported without its compiler, the contract is a suite of tests, the process a program. */
const notImported = ['@annotate-mcp/angular', '@annotate-mcp/store/contract', '@annotate-mcp/hub/process'];

/** Prints what the import of each module has changed in the process. Names of zod and of Node's `fetch` are left out. */
const probe = `
// Each exists only after its first use.
const streams = [process.stdin, process.stdout, process.stderr];
const facts = () => [
  ...Reflect.ownKeys(globalThis).map((key) => 'global ' + String(key)),
  ...process.eventNames().flatMap((name) => process.listeners(name).map(() => 'listener of ' + String(name))),
  ...process.getActiveResourcesInfo(),
  ...Object.entries(process.env).map(([name, value]) => 'environment ' + name + '=' + value),
];
const changed = {};
for (const name of process.argv.slice(1)) {
  const before = facts();
  await import(name);
  for (const fact of facts()) {
    const index = before.indexOf(fact);
    if (index === -1 && !/^global .*(?:zod|undici)/.test(fact)) (changed[name] ??= []).push(fact);
    if (index !== -1) before.splice(index, 1);
  }
}
console.log(JSON.stringify(changed));
process.exit(0);
`;

it(
  'is true: importing a module of a package changes nothing',
  { tags: ['full'], timeout: 300_000 },
  async () => {
    const names = globSync('packages/*/package.json', { cwd: root }).flatMap(importedModules);
    expect(names.length).toBeGreaterThan(40);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', probe, ...names],
      { cwd: root },
    );
    expect(JSON.parse(stdout)).toEqual({});
  },
);

function importedModules(file: string): string[] {
  const { name, exports = {} } = readManifest(readFileSync(join(root, file), 'utf8'));
  return Object.entries(exports)
    .filter(([path, target]) => !path.includes('*') && typeof target === 'object' && 'default' in target)
    .map(([path]) => `${name}${path.slice(1)}`)
    .filter((each) => !notImported.includes(each));
}
