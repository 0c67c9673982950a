/** An app with Vite, before and after, and stand-ins for package managers: a registry is not this machine. */
import { join } from 'node:path';

import { createStandIns } from '../../testing/stand-in-programs.ts';
import type { TestProject } from '../../testing/test-project.ts';

export const plugin = '@annotate-mcp/vite-plugin';
export const config = `import { defineConfig } from 'vite';\nimport react from '@vitejs/plugin-react';\n\nexport default defineConfig({\n  plugins: [react()], // mine\n});\n`;
export const wired = `import { defineConfig } from 'vite';\nimport react from '@vitejs/plugin-react';\nimport { annotate } from '@annotate-mcp/vite-plugin';\n\nexport default defineConfig({\n  plugins: [annotate(), react()], // mine\n});\n`;
export const manifest = {
  scripts: { dev: 'vite' },
  dependencies: { react: '19' },
  devDependencies: { vite: '8' },
};

export function app(here: TestProject, folder = '.', more: object = {}): void {
  here.write(join(folder, 'package.json'), JSON.stringify({ ...manifest, ...more }));
  here.write(join(folder, 'index.html'), '');
  here.write(join(folder, 'vite.config.ts'), config);
}

interface Managers {
  run: (args: readonly string[], cwd?: string) => ReturnType<TestProject['run']>;
  /** With what the package manager prints. */
  runProgram: (args: readonly string[]) => ReturnType<TestProject['runProgram']>;
  calls: ReturnType<typeof createStandIns>['calls'];
}

/** Notes where it was called and with what, and does as told by its exit code; with 0 it adds what it is named last. */
export function withManagers(here: TestProject, exitCode = 0): Managers {
  const { env, calls } = createStandIns(here, {
    names: ['npm', 'pnpm', 'yarn', 'bun'],
    exitCode,
    code: `
const manifest = JSON.parse(fs.readFileSync('package.json', 'utf8'));
manifest.devDependencies = { ...manifest.devDependencies, [args.at(-1)]: '1' };
fs.writeFileSync('package.json', JSON.stringify(manifest));
fs.mkdirSync('node_modules/' + args.at(-1), { recursive: true });
`,
  });
  return {
    run: (args: readonly string[], cwd = here.project) =>
      here.run(['init', '--agents', 'cursor', ...args], { env, cwd }),
    runProgram: (args: readonly string[]) =>
      here.runProgram(['init', '--agents', 'cursor', ...args], { env: { ...env, STAND_IN_SPEAKS: 'yes' } }),
    calls,
  };
}
