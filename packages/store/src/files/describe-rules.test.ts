import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { describeRulesIn } from './describe-rules.ts';

function createProject(): string {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'annotate rules ')));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  const root = join(top, 'project');
  mkdirSync(join(root, 'src'), { recursive: true });
  writeFileSync(join(root, 'src/a.css'), 'b {}\n.card { color: red }\n.twice {}\n.twice {}\n');
  writeFileSync(join(top, 'secret.css'), '.card { color: red }\n');
  symlinkSync(join(top, 'secret.css'), join(root, 'src/link.css'));
  return root;
}

it('names the line where a file of the project has the rule once, and no line otherwise', async () => {
  const root = createProject();
  const rule = (selector: string, file?: string) => ({
    selector,
    declarations: ['color: red'],
    ...(file !== undefined && { file }),
  });
  expect(
    await describeRulesIn(root, [
      rule('.card', 'src/a.css'),
      rule('.twice', 'src/a.css'),
      rule('.card', 'src/gone.css'),
      rule('.card', 'src/link.css'),
      rule('.card', '../secret.css'),
      rule('.card'),
    ]),
  ).toEqual([
    '.card { color: red } (src/a.css:2)',
    '.twice { color: red } (src/a.css)',
    '.card { color: red } (src/gone.css)',
    '.card { color: red } (src/link.css)',
    '.card { color: red } (../secret.css)',
    '.card { color: red }',
  ]);
});
