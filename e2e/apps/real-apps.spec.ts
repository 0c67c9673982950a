/**
 * Apps as their authors wrote them: set up by `init`, started, one page, built, and taken back. Nothing of it may show in
 * what the app says, builds or has in git.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from '@playwright/test';

import { run, type Place } from '../packages/measured-process.ts';
import { openTerminal } from '../packages/prepare-app.ts';
import { namedRegistry } from '../packages/start-for-all.ts';

import { findChanged, findOurs, makeBuild } from './builds.ts';
import { installAndCommit, listRealApps, scriptsOf } from './clone.ts';
import { describeLines, readLines } from './lines.ts';
import { visit } from './page-visit.ts';

const paths = (process.env.ANNOTATE_TEST_APPS ?? '').split('\n').filter((path) => path !== '');
const isBuilt = process.env.ANNOTATE_TEST_NO_BUILD !== '1';

for (const app of listRealApps(paths)) {
  test(`${app.title}: starts, says and builds what it did before`, async ({ page }) => {
    const top = realpathSync(mkdtempSync(join(tmpdir(), 'annotate-app-')));
    const env = {
      ...(await openTerminal(namedRegistry(), top)),
      // pnpm fails where a package has a script that the author has not allowed, and older ones ran them all.
      pnpm_config_strict_dep_builds: 'false',
      // The pnpm that the author names may not run here, and the packages of this test are younger than pnpm would accept.
      pnpm_config_pm_on_fail: 'ignore',
      pnpm_config_minimum_release_age: '0',
    };
    const root = join(top, 'app');
    await app.copyTo(root, env);
    await installAndCommit(root, app.app, env);
    const place: Place = { cwd: join(root, app.app), env };
    const { dev, build: script } = scriptsOf(root, app.app);
    const build = isBuilt ? script : null;

    const first = build === null ? null : await makeBuild(build, place);
    const looksAsBefore = async () => undefined;
    const before = await visit(dev, page, place, looksAsBefore);
    const again = await visit(dev, page, place, looksAsBefore);
    await run(['git', 'add', '--all'], { cwd: root, env });
    await run(['git', 'commit', '--quiet', '--allow-empty', '--no-verify', '--message', 'Used'], {
      cwd: root,
      env,
    });

    await run(['npx', 'annotate-mcp', 'init', '--yes'], place);
    const isOnline = async () => {
      await expect(page.locator('nga-overlay')).toHaveAttribute('data-connection', 'online');
    };
    const now = await visit(dev, page, place, isOnline, async () => {
      const lines = await readLines(page, root, app.app);
      process.stdout.write(`${app.title}: ${describeLines(lines)}\n`);
      expect(lines.wrong).toEqual([]);
    });
    const known = new Set([...before.messages, ...again.messages]);
    expect([...now.messages].filter((message) => !known.has(message))).toEqual([]);
    if (build !== null && first !== null) {
      const second = await withoutEdits(root, () => makeBuild(build, place));
      const changedInBuild = async () => findChanged(first, second, await makeBuild(build, place));
      const changed = await changedInBuild();
      expect(findOurs(place)).toEqual([]);
      // A highlighter that stops at a time limit colours other words in each build; what is ours is in every one.
      const changedAgain = changed.length === 0 ? [] : await changedInBuild();
      expect(changed.filter((file) => changedAgain.includes(file))).toEqual([]);
    }
    await run(['npx', 'annotate-mcp', 'init', '--undo', '--yes'], place);
    execFileSync('git', ['add', '--all', '--intent-to-add'], { cwd: root });
    expect(execFileSync('git', ['diff'], { cwd: root, encoding: 'utf8' })).toBe('');
    rmSync(top, { recursive: true, force: true, maxRetries: 5 });
  });
}

/**
 * Without what `init` wrote into the app's own files. The packages stay: with any other one pnpm gives folders that are
 * there already new names, and some bundlers put those into the names of what they write.
 */
async function withoutEdits<Result>(root: string, action: () => Promise<Result>): Promise<Result> {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  const changed = git('diff', '--name-only')
    .split('\n')
    .filter((file) => file !== '');
  const edited = changed.filter(
    (file) => !/(?:^|\/)(?:package\.json|pnpm-workspace\.yaml|.*lock.*)$/.test(file),
  );
  expect(edited).not.toEqual([]);
  git('stash', 'push', '--quiet', '--', ...edited);
  const result = await action();
  git('stash', 'pop', '--quiet');
  return result;
}
