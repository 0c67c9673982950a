/**
 * What a person does in the first minute, in a fresh app, with nothing but published packages: set it up, start the app,
 * point, write, send. Their agent does it, and everything is taken back.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from '@playwright/test';

import { filesWithOurs } from './files-with-ours.ts';
import type { FreshApp } from './fresh-app.ts';
import { freshApps } from './fresh-apps.ts';
import { type Cost, type Place, run } from './measured-process.ts';
import { copyFreshApp, openTerminal } from './prepare-app.ts';
import { saveFlow } from './record.ts';
import { namedRegistry } from './start-for-all.ts';
import { useApp } from './use-app.ts';

for (const app of freshApps) {
  test(`${app.name}: from a fresh app to a resolved comment, and back`, async ({ page }) => {
    const registry = namedRegistry();
    const top = realpathSync(mkdtempSync(join(tmpdir(), 'annotate-user-')));
    const env = await openTerminal(registry, top);
    const missing = missingProgramOf(app, env);
    test.skip(missing !== null, `${missing ?? ''} is not installed on this machine.`);
    const root = await copyFreshApp(app, registry, env, top);
    const place: Place = { cwd: root, env };
    const inApp: Place = { cwd: join(root, app.app ?? ''), env };

    const init = await setUp(app, place);
    const { source, ...session } = await useApp(app, page, place, inApp);
    expect(source).toBe(expectedSource(app, root));
    const build = app.build === null ? null : await run(app.build, inApp);
    for (const folder of app.output) expect(filesWithOurs(join(inApp.cwd, folder))).toEqual([]);
    const undo = await run(['npx', 'annotate-mcp', 'init', '--undo', '--yes'], place);
    forgetRegistry(root);
    expect(changesIn(root, app)).toEqual('');

    saveFlow({ name: app.name, costs: { init, ...session, build, undo } });
    rmSync(top, { recursive: true, force: true, maxRetries: 5 });
  });
}

/** `null` when the app needs none, or it is there. */
function missingProgramOf({ requires }: FreshApp, env: NodeJS.ProcessEnv): string | null {
  if (requires === undefined) return null;
  const [program, ...args] = requires;
  const { status } = spawnSync(program, args, { env, stdio: 'ignore' });
  return status === 0 ? null : program;
}

async function setUp({ add, init }: FreshApp, place: Place): Promise<Cost> {
  if (add === undefined) return run(init, place);
  const added = await run(add, place);
  const connected = await run(init, place);
  return {
    seconds: added.seconds + connected.seconds,
    cpuSeconds: added.cpuSeconds + connected.cpuSeconds,
  };
}

/** `file:line` of the element, found by its text in the file. */
function expectedSource({ source }: FreshApp, root: string): string | null {
  if (source === null) return null;
  const lines = readFileSync(join(root, source.file), 'utf8').split('\n');
  return `${source.file}:${lines.findIndex((line) => line.includes(source.text)) + 1}`;
}

/** Bun writes the address of the registry into its lockfile. A person's is the same before and after. */
function forgetRegistry(root: string): void {
  const file = join(root, 'bun.lock');
  if (!existsSync(file)) return;
  const addresses = /"http:\/\/127\.0\.0\.1:\d+\/[^"]*"/g;
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(addresses, '""'));
}

/** Against the commit of the fresh app, its lockfile included. A blank line of the framework's own command may stay. */
function changesIn(root: string, { add }: FreshApp): string {
  execFileSync('git', ['add', '--all', '--intent-to-add'], { cwd: root });
  const options = add === undefined ? [] : ['--ignore-blank-lines'];
  return execFileSync('git', ['diff', ...options], { cwd: root, encoding: 'utf8' });
}
