import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { CliError } from '../errors.ts';
import { addImported } from '../import/import-file.ts';

import { applyChange } from './change.ts';
import { type Install, runInstall } from './install.ts';
import type { Wiring } from './integrations/integration.ts';
import type { Plan } from './plan.ts';
import { rememberChanges } from './undo/written-files.ts';

/** Makes the changes of a plan, and remembers them for undo. Returns what failed in the apps; the agents are connected all the same. */
export async function applyPlan(
  plan: Plan,
  root: string,
  options: { install: boolean },
): Promise<CliError[]> {
  for (const change of plan.changes) applyChange(change);
  rememberChanges(root, plan.changes);
  for (const { location, annotations } of plan.imports) await addImported(location, annotations);
  const failures: CliError[] = [];
  for (const wiring of plan.wirings) {
    try {
      await wire(wiring, root, options);
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      failures.push(error);
    }
  }
  return failures;
}

async function wire({ install, change }: Wiring, root: string, options: { install: boolean }): Promise<void> {
  if (install !== null && options.install) await installAndRemember(install, root);
  if (change === null) return;
  applyChange(change);
  rememberChanges(root, [change]);
}

/** Package managers also sort the lists of a package.json, and put a newline at its end. */
async function installAndRemember(install: Install, root: string): Promise<void> {
  const file = join(install.folder, 'package.json');
  const read = () => (existsSync(file) ? readFileSync(file, 'utf8') : null);
  const before = read();
  await runInstall(install);
  const after = read();
  if (before === null || after === null || before === after) return;
  rememberChanges(root, [{ file, what: `the package ${install.package}`, before, after }]);
}
