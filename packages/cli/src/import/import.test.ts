import { describe, expect, it } from 'vitest';

import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { workshop } from '../testing/workshop.ts';

const { workplace } = workshop();

const samples = [1, 2, 3].map((n) => sampleAnnotation({ id: uuidOf(n) }));
const storeJson = (annotations: readonly { id: string }[]) =>
  JSON.stringify({ version: 1, annotations: Object.fromEntries(annotations.map((each) => [each.id, each])) });

describe('import', () => {
  it('adds what is not there yet, and nothing the second time', async () => {
    const here = workplace();
    await here.fill(samples.slice(0, 1));
    here.write('my store.json', storeJson(samples));
    expect((await here.run(['import', 'my store.json'])).stdout).toBe('Added 2; 1 was there already.\n');
    expect((await here.run(['import', 'my store.json'])).stdout).toBe('Added 0; 3 were there already.\n');
    expect(await (await here.open()).count()).toBe(3);
  });

  it('takes back what export wrote', async () => {
    const [from, to] = [workplace(), workplace()];
    await from.fill(samples);
    for (const format of ['json', 'jsonl']) {
      to.write(`x.${format}`, (await from.run(['export', '--format', format])).stdout);
      expect((await to.run(['import', `x.${format}`])).code).toBe(0);
    }
    expect((await (await to.open()).list()).annotations).toEqual(samples);
  });

  it('makes the store that is named', async () => {
    const here = workplace();
    here.write('in.json', storeJson(samples));
    expect((await here.run(['import', 'in.json', '--store', 'json:out.json'])).code).toBe(0);
    expect(await (await here.open('json:out.json')).count()).toBe(3);
  });

  it('imports nothing when anything is invalid, and says what and where', async () => {
    const here = workplace();
    const bad = { ...samples[1], id: uuidOf(2), status: 'open' };
    here.write('in.json', storeJson([...samples.slice(0, 1), bad]));
    const { code, stdout, stderr } = await here.run(['import', 'in.json']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`annotation ${uuidOf(2)}: status`);
    expect(Object.keys(here.files())).toEqual(['in.json']);
  });

  it('imports the others with --skip-invalid, and lists what it skipped', async () => {
    const here = workplace();
    here.write('in.jsonl', [...samples.map((each) => JSON.stringify(each)), '{"id": 3}', 'oops'].join('\n'));
    const { code, stdout, stderr } = await here.run(['import', 'in.jsonl', '--skip-invalid']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Added 3; 0 were there already.\n' });
    expect(stderr).toMatch(/^Skipped line 4: .*\nSkipped line 5: is not JSON/);
  });

  it('with --dry-run only says what it would do', async () => {
    const here = workplace();
    here.write('in.json', storeJson(samples));
    const { stdout } = await here.run(['import', 'in.json', '--dry-run', '--json']);
    expect(JSON.parse(stdout)).toEqual({ added: 3, alreadyThere: 0, skipped: [], dryRun: true });
    expect(Object.keys(here.files())).toEqual(['in.json']);
  });

  it.each([
    { name: 'a file that is not there', args: ['no.json'], code: 'import/unreadable' },
    { name: 'a folder', args: ['.git'], code: 'import/unreadable' },
    { name: 'broken JSON', args: ['broken.json'], code: 'import/unreadable' },
    { name: 'JSON of another shape', args: ['other.json'], code: 'import/unreadable' },
    {
      name: 'a store that is no store',
      args: ['good.json', '--store', 'json:other.json'],
      code: 'store/unreadable',
    },
  ])('refuses $name, and changes nothing', async ({ args, code }) => {
    const here = workplace();
    here.write('broken.json', '{"version": 1, "annotations": {');
    here.write('other.json', '{"hello": "world"}');
    here.write('good.json', storeJson(samples));
    const before = here.read('other.json');
    const { code: exitCode, stdout } = await here.run(['import', '--json', ...args]);
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ code });
    expect(here.read('other.json')).toBe(before);
  });

  it.each([{ args: [] }, { args: ['a', 'b'] }, { args: ['a', '--skip-invald'] }])(
    'refuses $args with exit code 2',
    async ({ args }) => {
      expect((await workplace().run(['import', ...args])).code).toBe(2);
    },
  );
});
