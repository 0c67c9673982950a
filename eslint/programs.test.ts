import { join } from 'node:path';

import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const eslint = new ESLint({ cwd: root });

async function refusals(code: string, file: string): Promise<number> {
  const [result] = await eslint.lintText(code, { filePath: join(root, file) });
  return result?.messages.filter(({ ruleId }) => ruleId === 'programs/started-in-one-place').length ?? 0;
}

const spawns = `import { spawn } from 'node:child_process';\nspawn('git');\n`;

describe('programs are started in one place', () => {
  it.each([
    ['an import', spawns],
    ['an import without node:', `import * as processes from 'child_process';\nprocesses.spawn('git');\n`],
    ['a type', `import type { ChildProcess } from 'node:child_process';\nexport type C = ChildProcess;\n`],
    ['a re-export', `export { spawn } from 'node:child_process';\n`],
    ['a dynamic import', `export const late = () => import('node:child_process');\n`],
    ['require', `const { spawn } = require('child_process');\nspawn('git');\n`],
    ['a required builtin', `process.getBuiltinModule('node:child_process').spawn('git');\n`],
    ['a loader of another name', `const load = createRequire(here);\nload('node:child_process');\n`],
    ['a variable', `const name = 'child_process';\nexport const late = () => import(name);\n`],
    ['a method of another name', `const { getBuiltinModule: get } = process;\nget('child_process');\n`],
    ['a call of Node itself', `process.execve('/bin/sh', [], {});\n`],
    ['what the modules of Node call', `process.binding('spawn_sync');\n`],
    ...['open', 'open/index.js', 'launch-editor', 'cross-spawn', 'execa'].map((name) => [
      name,
      `import start from '${name}';\nstart('x');\n`,
    ]),
  ])(
    'so that lint refuses %s elsewhere',
    async (_, code = '') => {
      expect(await refusals(code, 'packages/hub/src/hub.ts')).toBe(1);
      expect(await refusals(code, 'apps/vscode/src/extension.ts')).toBe(1);
    },
    60_000,
  );

  it.each(['packages/store/src/programs/start-program.ts', 'packages/hub/src/hub.test.ts', 'scripts/x.ts'])(
    'and not in %s',
    async (file) => {
      expect(await refusals(spawns, file)).toBe(0);
    },
    60_000,
  );

  it('and the tables of launch-editor start nothing', async () => {
    const code = `export { default } from 'launch-editor/get-args.js';\n`;
    expect(await refusals(code, 'packages/hub/src/hub.ts')).toBe(0);
  }, 60_000);
});
