/** Writes a test that keeps what was asked for in a comment into the project's own tests. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type Annotation, AnnotateError } from '@annotate-mcp/core';
import {
  draftCheck,
  placeCheck,
  saveCheck,
  findConfig,
  type Playwright,
  playwrightOf,
} from '@annotate-mcp/hub/checks';
import { everyAnnotation, type Store } from '@annotate-mcp/store';

import { addCommand, packageManagerOf } from '../apps/package-manager.ts';
import type { GlobalOptions } from '../cli-command.ts';
import { CliError } from '../errors.ts';
import { askYesNo } from '../init/ask.ts';
import { runInstall } from '../init/install.ts';
import { locateStore, openExisting, using } from '../project-store.ts';
import { printable, type Terminal } from '../terminal.ts';

export interface AddCheckOptions {
  json?: boolean;
}

export async function addCheck(
  wanted: string,
  options: AddCheckOptions & GlobalOptions,
  terminal: Terminal,
): Promise<void> {
  const location = locateStore(options);
  const store = await openExisting(location);
  if (store === null) throw unknownError(wanted);
  const { id, path } = await using(store, async (open) => {
    const annotation = await findAnnotation(open, wanted);
    const playwright = await requirePlaywright(
      join(location.root, annotation.appId),
      location.root,
      terminal,
    );
    const draft = await draftCheck(annotation, { root: location.root, store: open });
    const check = await placeCheck(draft, playwright, location.root);
    await saveCheck(open, check, location.root);
    return { id: annotation.id, path: check.path };
  });
  if (options.json === true) {
    terminal.print(JSON.stringify({ annotationId: id, file: path }, null, 2));
    return;
  }
  terminal.print(`Written: ${printable(path)}`);
  terminal.note('It is yours to change and to commit. To run all of them: annotate-mcp check');
}

/** By its whole id, or by the beginning that `list` shows. */
async function findAnnotation(store: Store, wanted: string): Promise<Annotation> {
  const known = await store.get(wanted);
  if (known !== null) return known;
  const found: Annotation[] = [];
  for await (const annotation of everyAnnotation(store, { status: ['resolved'] }, { order: 'newest' }))
    if (annotation.id.startsWith(wanted)) found.push(annotation);
  const [first, second] = found;
  if (first === undefined) throw unknownError(wanted);
  if (second === undefined) return first;
  throw new CliError('check/unknown', `${found.length} ids begin with ${printable(wanted)}.`, {
    hint: 'Nothing was written. Give more of the id: annotate-mcp list --json prints it whole.',
  });
}

function unknownError(wanted: string): CliError {
  return new CliError('check/unknown', `No resolved annotation has the id ${printable(wanted)}.`, {
    hint: 'Nothing was written. annotate-mcp list --status resolved shows them.',
  });
}

/** The Playwright of the app. Where there is none, the person is asked whether to add it. */
async function requirePlaywright(app: string, root: string, terminal: Terminal): Promise<Playwright> {
  const config = findConfig(app, root);
  const found = config === null ? null : playwrightOf(config);
  if (found !== null) return found;
  const folder = config === null ? root : join(config, '..');
  const command = addCommand(packageManagerOf(folder, root) ?? 'npm', '@playwright/test', folder);
  const wanted = terminal.canAsk
    ? await askYesNo(
        `This project has no Playwright. Add it with "${command.join(' ')}"?`,
        true,
        terminal.dialog,
      )
    : false;
  if (wanted !== true) throw noPlaywrightError(command);
  await runInstall({ package: '@playwright/test', folder, command });
  const written = config ?? (await writeConfig(folder));
  const installed = playwrightOf(written);
  if (installed === null) throw noPlaywrightError(command);
  terminal.note('The browsers of Playwright are installed with: npx playwright install chromium');
  return installed;
}

async function writeConfig(folder: string): Promise<string> {
  const file = join(folder, 'playwright.config.ts');
  await writeFile(
    file,
    [
      "import { defineConfig } from '@playwright/test';",
      '',
      '// `use.baseURL` is where the app runs; `webServer` can start it. See https://playwright.dev/docs/test-configuration.',
      "export default defineConfig({ testDir: 'tests' });",
      '',
    ].join('\n'),
    { flag: 'wx' },
  );
  return file;
}

function noPlaywrightError(command: readonly string[]): AnnotateError {
  return new AnnotateError('check/no-playwright', 'This project has no Playwright, which runs the checks.', {
    hint: `Nothing was written. Add it with "${command.join(' ')}" and a playwright.config.ts, then run the command again.`,
  });
}
