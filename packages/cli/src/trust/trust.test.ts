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

describe('trust', () => {
  it('gives agents all that comes with the repository, until it is revoked', async () => {
    const here = await createClone();
    const trusted = await here.run(['trust']);
    expect(trusted).toMatchObject({ code: 0, stderr: '' });
    expect(trusted.stdout).toMatch(/^You trust .*my project: agents get the comments/);
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

  it('adopts single comments by the beginning of their ids, and only those', async () => {
    const here = await createClone();
    const { code, stdout } = await here.run(['trust', '--adopt', '10000000', uuidOf(3)]);
    expect(code).toBe(0);
    expect(stdout).toContain('Adopted 2 comments:');
    expect(stdout).toContain('10000000  their request 1');
    expect(stdout).toContain('their comment');
    expect(stdout).toContain('1 comment came with the repository and waits for you.');
    expect(await countSeen(here)).toBe(3);
  });

  it('adopts all that are here now, in the store and in the sidecars', async () => {
    const here = await createClone();
    const { stdout } = await here.run(['trust', '--adopt', 'all', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ agents: { see: 4, waiting: 0 } });
    await here.fillAsOther([sampleAnnotation({ id: uuidOf(20) })]);
    expect(await countSeen(here)).toBe(4);
    expect((await here.run(['trust', '--adopt', 'all'])).stdout).toContain('Adopted 1 comment:');
    expect((await here.run(['trust', '--adopt', 'all'])).stdout).toContain('nothing was changed');
  });

  it('adopts nothing when one id is unknown or fits several', async () => {
    const here = await createClone();
    await here.fillAsOther([sampleAnnotation({ id: `1${uuidOf(30).slice(1)}` })]);
    expect((await here.run(['trust', '--adopt', '2', 'ffff'])).stderr).toMatch(
      /has the id ffff.*Nothing was adopted/s,
    );
    expect((await here.run(['trust', '--adopt', '10000000'])).stderr).toMatch(/2 ids begin with 10000000/);
    expect(await countSeen(here)).toBe(1);
  });

  it('is decided by each person alone', async () => {
    const here = await createClone();
    await here.run(['trust'], { env: { ANNOTATE_CONFIG_FOLDER: `${here.home}/of another user` } });
    expect(await countSeen(here)).toBe(1);
  });

  it('refuses two decisions at once', async () => {
    const { code, stderr } = await createProject().run(['trust', '--revoke', '--list']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/cannot be used with/);
  });
});
