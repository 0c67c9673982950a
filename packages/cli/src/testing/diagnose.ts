import type { Check } from '../doctor/check.ts';

import type { TestProject } from './test-project.ts';

type Place = Pick<TestProject, 'project' | 'run'>;

/** What doctor says in a project. */
export async function diagnose({ project, run }: Place, args: readonly string[] = [], cwd = project) {
  const { code, stdout } = await run(['doctor', '--json', ...args], { cwd });
  const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: Check[] };
  return { code, ok, of: (name: string) => checks.find((check) => check.name === name) };
}
