import { CliError } from '../errors.ts';
import { addImported } from '../import/import-file.ts';

import { applyChange } from './change.ts';
import { runInstall } from './install.ts';
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
  if (install !== null && options.install) await runInstall(install);
  if (change === null) return;
  applyChange(change);
  rememberChanges(root, [change]);
}
