import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

import { expect, it } from 'vitest';

import { setUpCli } from '../testing/test-project.ts';

const { createProject } = setUpCli();

it('says that git is off where only the project has one, and how to allow it', async () => {
  const here = createProject();
  execFileSync('git', ['init', '--quiet', here.project]);
  here.write('bin/git', '#!/bin/sh\ntouch sprung\n');
  chmodSync(join(here.project, 'bin/git'), 0o755);
  const { stdout } = await here.run(['doctor'], {
    env: { PATH: [join(here.project, 'bin'), dirname(process.execPath)].join(delimiter) },
  });
  expect(stdout).toMatch(
    /ok +git +Diffs and undo .* are off\. git is only at .*bin\/git, inside of the project/,
  );
  expect(stdout).toContain(`{"programsOf":[${JSON.stringify(here.project)}]}`);
  expect(existsSync(join(here.project, 'sprung'))).toBe(false);
});
