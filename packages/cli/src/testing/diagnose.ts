import type { Check } from '../doctor/checks.ts';

import type { TestProject } from './test-project.ts';

/** What doctor says in a project. */
export async function diagnose(here: TestProject, args: readonly string[] = [], cwd = here.project) {
  const { code, stdout } = await here.run(['doctor', '--json', ...args], { cwd });
  const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: Check[] };
  return { code, ok, of: (name: string) => checks.find((check) => check.name === name) };
}
