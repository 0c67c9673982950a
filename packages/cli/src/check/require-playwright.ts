import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { AnnotateError } from '@annotate-mcp/core';
import { findConfig, type Playwright, playwrightOf } from '@annotate-mcp/hub/checks';

import { addCommand, packageManagerOf } from '../apps/package-manager.ts';
import { askYesNo } from '../init/ask.ts';
import { runInstall } from '../init/install.ts';
import type { Terminal } from '../terminal.ts';

/** The Playwright of the app. Where there is none, the person is asked whether to add it. */
export async function requirePlaywright(app: string, root: string, terminal: Terminal): Promise<Playwright> {
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
