import { expect, it } from 'vitest';

import { recordOffParts } from '@annotate-mcp/store/off-parts';

import { diagnose } from '../testing/diagnose.ts';
import { setUpCli } from '../testing/test-project.ts';

const { createProject } = setUpCli();

it('repeats what a running dev server has switched off, until that server starts again', async () => {
  const here = createProject();
  expect((await diagnose(here)).of('parts')).toMatchObject({ status: 'ok' });
  recordOffParts(here.project, ['annotate: source lines for MDX are off: it broke']);
  expect((await diagnose(here)).of('parts')).toMatchObject({
    status: 'problem',
    message: 'annotate: source lines for MDX are off: it broke',
    fix: expect.stringContaining('restart the dev server') as unknown,
  });
  recordOffParts(here.project, []);
  expect((await diagnose(here)).of('parts')).toMatchObject({ status: 'ok' });
});
