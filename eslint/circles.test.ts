import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parseCircular, parseDependencyTree } from 'dpdm';
import { ESLint } from 'eslint';
import { afterAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** ESLint's rule passes over circles of type-only imports; dpdm follows those as well. */
async function circlesIn(folder: string, patterns: readonly string[]): Promise<string[]> {
  const tree = await parseDependencyTree(
    patterns.map((pattern) => join(folder, pattern)),
    {
      context: folder,
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
      exclude: /node_modules|\/dist\//,
      transform: false,
    },
  );
  return parseCircular(tree).map((circle) => circle.join(' -> '));
}

describe('import circles', () => {
  const folder = mkdtempSync(join(tmpdir(), 'circles-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are found when they consist of types only', async () => {
    writeFileSync(join(folder, 'a.ts'), `import type { B } from './b.ts';\nexport interface A { b: B }\n`);
    writeFileSync(join(folder, 'b.ts'), `import type { A } from './a.ts';\nexport interface B { a: A }\n`);
    expect(await circlesIn(folder, ['*.ts'])).toEqual([
      expect.stringMatching(/^(a\.ts -> b\.ts|b\.ts -> a\.ts)$/),
    ]);
  });

  it('are refused by lint', async () => {
    // moves.ts imports errors.ts.
    const code = `import { submit } from './moves.ts';\nexport const again = submit;\n`;
    const [result] = await new ESLint({ cwd: root }).lintText(code, {
      filePath: join(root, 'packages/core/src/errors.ts'),
    });
    expect(result?.messages.map(({ ruleId }) => ruleId)).toContain('import-x/no-cycle');
  }, 60_000);

  it('do not exist in this repository', async () => {
    const found = await circlesIn(root, [
      'packages/*/**/*.{ts,tsx}',
      'apps/*/**/*.{ts,tsx}',
      'demos/*/**/*.{ts,tsx}',
      '{bench,e2e,scripts}/**/*.ts',
    ]);
    expect(found).toEqual([]);
  }, 60_000);
});
