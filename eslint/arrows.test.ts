import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

import { arrows } from './arrows.js';

const root = join(import.meta.dirname, '..');

interface Manifest {
  name: string;
  workspaces?: string[];
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const manifest = (folder: string) =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;

const workspaces = (manifest('.').workspaces ?? []).flatMap((pattern) =>
  globSync(`${pattern}/package.json`, { cwd: root }).map((file) => file.split(sep).slice(0, -1).join('/')),
);
const folderOf = new Map(workspaces.map((folder) => [manifest(folder).name, folder]));

async function lint(code: string, filePath: string) {
  const eslint = new ESLint({ cwd: root });
  const [result] = await eslint.lintText(code, { filePath: join(root, filePath) });
  return result?.messages.filter(({ ruleId }) => ruleId?.startsWith('import-x/no-re')) ?? [];
}

describe('package arrows', () => {
  it('list every workspace', () => {
    expect(Object.keys(arrows).sort()).toEqual(workspaces.sort());
  });

  it.each(workspaces)('allow every workspace that %s depends on', (folder) => {
    const { dependencies, peerDependencies, devDependencies } = manifest(folder);
    const used = Object.keys({ ...dependencies, ...peerDependencies, ...devDependencies })
      .map((name) => folderOf.get(name))
      .filter((other) => other !== undefined);
    expect(arrows[folder]).toEqual(expect.arrayContaining(used));
  });

  it.each([
    ['a static import', `import { openStore } from '@annotate-mcp/store';\nopenStore;\n`],
    ['a type import', `import type { Store } from '@annotate-mcp/store';\nexport type S = Store;\n`],
    ['a re-export', `export { openStore } from '@annotate-mcp/store';\n`],
    ['a dynamic import', `export const late = () => import('@annotate-mcp/store');\n`],
    ['a relative path', `export { openStore } from '../../store/src/index.ts';\n`],
  ])(
    'refuse %s from core to store',
    async (_, code) => {
      const messages = await lint(code, 'packages/core/src/index.ts');
      expect(messages).not.toEqual([]);
    },
    60_000,
  );

  it('let store import core', async () => {
    const code = `import type { Annotation } from '@annotate-mcp/core';\nexport type A = Annotation;\n`;
    expect(await lint(code, 'packages/store/src/index.ts')).toEqual([]);
  }, 60_000);
});
