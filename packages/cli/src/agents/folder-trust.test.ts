import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { diagnose } from '../testing/diagnose.ts';
import { setUpCli, type TestProject } from '../testing/test-project.ts';

const { createProject } = setUpCli();

function writeSettings(here: TestProject, path: string, text: string): void {
  const file = join(here.home, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
}

const agents = [
  {
    agent: 'codex',
    step: 'run codex once and choose to trust the folder.',
    trust: (here: TestProject, level: string) =>
      writeSettings(
        here,
        '.codex/config.toml',
        `model = "x"\n\n[projects.${JSON.stringify(here.project)}]\ntrust_level = "${level === 'yes' ? 'trusted' : 'untrusted'}"\n`,
      ),
  },
  {
    agent: 'gemini',
    step: 'run gemini and enter /permissions trust',
    trust: (here: TestProject, level: string) =>
      writeSettings(
        here,
        '.gemini/trustedFolders.json',
        JSON.stringify({ [here.project]: level === 'yes' ? 'TRUST_FOLDER' : 'DO_NOT_TRUST' }),
      ),
  },
];

describe.each(agents)('$agent, which reads only trusted folders', ({ agent, step, trust }) => {
  it('is named by init and doctor with what to do, until the folder is trusted', async () => {
    const here = createProject();
    trust(here, 'no');
    const { stdout } = await here.run(['init', '--yes', '--agents', agent]);
    expect(stdout).toContain(`In ${here.project}, ${step}`);
    expect((await diagnose(here)).of('configuration')).toMatchObject({
      status: 'problem',
      fix: expect.stringContaining(step) as unknown,
    });
    trust(here, 'yes');
    expect((await diagnose(here)).of('configuration')).toMatchObject({ status: 'ok' });
    here.write('.cursor/other.txt', '');
    expect((await here.run(['init', '--yes', '--agents', `${agent},cursor`])).stdout).not.toContain(step);
  });

  it('leaves the others usable', async () => {
    const here = createProject();
    await here.run(['init', '--yes', '--agents', `cursor,${agent}`]);
    expect((await diagnose(here)).of('configuration')).toMatchObject({
      status: 'ok',
      message: expect.stringContaining('Cursor') as unknown,
      fix: expect.stringContaining(step) as unknown,
    });
  });
});
