import { CliError } from '../errors.ts';
import { addImported } from '../import/import-file.ts';

import { applyChange } from './change.ts';
import { runInstall } from './install.ts';
import type { Wiring } from './integrations/integration.ts';
import type { Plan } from './plan.ts';

/** Makes the changes of a plan. Returns what failed in the apps; the agents are connected all the same. */
export async function applyPlan(plan: Plan, options: { install: boolean }): Promise<CliError[]> {
  for (const change of plan.changes) applyChange(change);
  for (const { location, annotations } of plan.imports) await addImported(location, annotations);
  const failures: CliError[] = [];
  for (const wiring of plan.wirings) {
    try {
      await wire(wiring, options);
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      failures.push(error);
    }
  }
  return failures;
}

async function wire({ install, change }: Wiring, options: { install: boolean }): Promise<void> {
  if (install !== null && options.install) await runInstall(install);
  if (change !== null) applyChange(change);
}
