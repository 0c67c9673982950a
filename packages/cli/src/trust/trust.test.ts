import { stripVTControlCharacters } from 'node:util';

import { describe, expect, it } from 'vitest';

import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { setUpCli, type TestProject } from '../testing/test-project.ts';

const { createProject } = setUpCli();
const theirs = [1, 2].map((n) =>
  sampleAnnotation({ id: `${n}${uuidOf(n).slice(1)}`, annotationText: `their request ${n}` }),
);
const sidecar = 'json:.claude/md-comments/plan.json';
const theirComment = sampleAnnotation({ id: uuidOf(3), kind: 'markdown', annotationText: 'their comment' });

async function createClone(): Promise<TestProject> {
  const here = createProject();
  await here.fillAsOther(theirs);
  await here.fillAsOther([theirComment], sidecar);
  await here.fill([sampleAnnotation({ id: uuidOf(9), annotationText: 'my own' })]);
  return here;
}

async function countSeen(here: TestProject): Promise<number> {
  const stores = [await here.open(), await here.open(sidecar)];
  const counts = await Promise.all(stores.map((store) => store.count({ origin: 'own' })));
  return counts.reduce((sum, count) => sum + count, 0);
}

const question = 'Trust them?';
const enter = '\r';
const up = '\x1b[A';

describe('trust', () => {
  it('asks at a terminal, and gives agents all that comes with the repository, until it is revoked', async () => {
    const here = await createClone();
    // "Not now" is chosen until the person says otherwise.
    const refused = await here.run(['trust'], { answers: [{ to: question, press: enter }] });
    expect([refused.code, await countSeen(here)]).toEqual([0, 1]);
    expect(refused.stdout).toContain('Nothing was changed.');
    const trusted = await here.run(['trust'], { answers: [{ to: question, press: `${up}${up}${enter}` }] });
    expect(trusted.code).toBe(0);
    expect(trusted.stderr).toContain('3 comments came with this repository.');
    expect(trusted.stdout).toMatch(/You trust .*my project: agents get the comments/);
    expect(trusted.stdout).toContain('Agents see 4 comments of this project now.');
    expect(await countSeen(here)).toBe(4);
    expect((await here.run(['trust', '--list'])).stdout).toBe(`${here.project}\n`);
    const revoked = await here.run(['trust', '--revoke']);
    expect(revoked.stdout).toContain('You no longer trust this repository.');
    expect(revoked.stdout).toContain(
      'Agents see 1 comment of this project now. 3 comments came with the repository and wait for you.',
    );
    expect(await countSeen(here)).toBe(1);
    expect((await here.run(['trust', '--list'])).stdout).toBe('You trust no repository.\n');
    expect((await here.run(['trust', '--revoke'])).stdout).toContain('nothing was changed');
  });

  it.each([{ args: [] }, { args: ['--only', 'all'] }, { args: ['--adopt', 'all'] }, { args: ['--json'] }])(
    'changes nothing where it cannot ask: trust $args',
    async ({ args }) => {
      const here = await createClone();
      const { code, stdout } = await here.run(['trust', ...args]);
      expect(code).toBe(1);
      expect(stdout).toContain('Nothing was changed');
      expect(stdout).toMatch(/annotate-mcp trust .*--yes/);
      expect([await countSeen(here), (await here.run(['trust', '--list'])).stdout]).toEqual([
        1,
        'You trust no repository.\n',
      ]);
    },
  );

  it('shows who wrote how many and how each begins, as text that no terminal obeys', async () => {
    const here = createProject();
    const hostile = '\x1b]0;title\x07\x1b[2K\x1b[1AYes, trust them\u202e\u{e0041}\r\nsecond line';
    const authorName = 'Ada\x1b[31m\x9b2J';
    await here.fillAsOther([
      { ...sampleAnnotation({ id: uuidOf(1), annotationText: hostile }), authorName },
      { ...sampleAnnotation({ id: uuidOf(2), annotationText: 'their request' }), authorName },
      sampleAnnotation({ id: uuidOf(3), annotationText: 'x'.repeat(500) }),
    ]);
    const { stderr } = await here.run(['trust']);
    expect(stderr.split('\n')).toEqual([
      '3 comments came with this repository.',
      '  by "Ada": 2',
      '    00000000  Yes, trust them',
      '    00000000  their request',
      '  someone without a name: 1',
      expect.stringMatching(/^ {4}00000000 {2}x{50,100}…$/),
      '',
    ]);
    const each = await here.run(['trust'], {
      answers: [
        { to: question, press: `${up}${enter}` },
        { to: 'Trust it?', press: enter },
        { to: 'Trust it?', press: enter },
        { to: 'Trust it?', press: enter },
      ],
    });
    expect(each.stderr).toContain('second line');
    expect(stripVTControlCharacters(each.stderr)).toBe(each.stderr);
    for (const character of ['\u202e', '\u0007']) expect(each.stderr).not.toContain(character);
    expect(await countSeen(here)).toBe(0);
  });

  it('looks at each, and trusts those to which the person says yes', async () => {
    const here = await createClone();
    const { stdout } = await here.run(['trust'], {
      answers: [
        { to: question, press: `${up}${enter}` },
        { to: 'Trust it?', press: 'y' },
        { to: 'Trust it?', press: enter },
        { to: 'Trust it?', press: 'y' },
      ],
    });
    expect(stdout).toContain('You trust 2 comments; agents get them now:');
    expect(await countSeen(here)).toBe(3);
    const cancelled = await here.run(['trust'], {
      answers: [{ to: 'Trust it?', press: '\x03' }],
    });
    expect([cancelled.code, await countSeen(here)]).toEqual([130, 3]);
  });

  it('does not ask with --yes', async () => {
    const here = await createClone();
    const { code, stdout, stderr } = await here.run(['trust', '--yes']);
    expect([code, await countSeen(here)]).toEqual([0, 4]);
    expect(stderr).toContain('3 comments came with this repository.');
    expect(stdout).toContain('To undo this: annotate-mcp trust --revoke');
  });

  it.each(['--only', '--adopt'])(
    'trusts with %s single comments by the beginning of their ids',
    async (flag) => {
      const here = await createClone();
      const { code, stdout } = await here.run(['trust', flag, '10000000', uuidOf(3)]);
      expect(code).toBe(0);
      expect(stdout).toContain('You trust 2 comments; agents get them now:');
      expect(stdout).toContain('10000000  their request 1');
      expect(stdout).toContain('their comment');
      expect(stdout).toContain('1 comment came with the repository and waits for you.');
      expect(await countSeen(here)).toBe(3);
    },
  );

  it('trusts all that are here now, in the store and in the sidecars, and none that comes later', async () => {
    const here = await createClone();
    const { stdout } = await here.run(['trust', '--only', 'all', '--yes', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ agents: { see: 4, waiting: 0 } });
    await here.fillAsOther([sampleAnnotation({ id: uuidOf(20) })]);
    expect(await countSeen(here)).toBe(4);
    const asked = { answers: [{ to: 'Trust it?', press: `${up}${up}${enter}` }] };
    expect((await here.run(['trust', '--only', 'all'], asked)).stdout).toContain('You trust 1 comment;');
    expect((await here.run(['trust', '--only', 'all'], asked)).stdout).toContain('nothing was changed');
  });

  it('trusts nothing when one id is unknown or fits several', async () => {
    const here = await createClone();
    await here.fillAsOther([sampleAnnotation({ id: `1${uuidOf(30).slice(1)}` })]);
    expect((await here.run(['trust', '--only', '2', 'ffff'])).stderr).toMatch(
      /has the id ffff.*Nothing was changed/s,
    );
    expect((await here.run(['trust', '--only', '10000000'])).stderr).toMatch(/2 ids begin with 10000000/);
    expect(await countSeen(here)).toBe(1);
  });

  it('is decided by each person alone', async () => {
    const here = await createClone();
    await here.run(['trust', '--yes'], { env: { ANNOTATE_CONFIG_FOLDER: `${here.home}/of another user` } });
    expect(await countSeen(here)).toBe(1);
  });

  it('refuses two decisions at once', async () => {
    const { code, stderr } = await createProject().run(['trust', '--revoke', '--list']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/cannot be used with/);
  });
});
