import { describe, expect, it } from 'vitest';

import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { setUpCli } from '../testing/test-project.ts';

const { createProject } = setUpCli();

const at = (minute: number) => new Date(Date.UTC(2026, 10, 15, 9, minute));
const price = sampleAnnotation({ id: uuidOf(1), at: at(1) });
const done = sampleAnnotation({
  id: uuidOf(2),
  at: at(2),
  status: 'resolved',
  annotationText: 'Fix the footer',
});
const element = sampleAnnotation({
  id: uuidOf(3),
  at: at(3),
  kind: 'element',
  annotationText: 'Second line\n\tof it',
  pageUrl: 'http://localhost:4200/help',
});
const named = { ...element, authorName: 'Ada', assignee: { type: 'agent', name: 'codex' } } as const;
const draft = sampleAnnotation({ id: uuidOf(4), at: at(4), status: 'draft', annotationText: 'secret draft' });

interface Listed {
  annotations: { id: string }[];
  more: boolean;
}

async function listed(args: readonly string[]): Promise<number[]> {
  const here = createProject();
  await here.fill([price, done, named, draft]);
  const { code, stdout } = await here.run(['list', '--json', ...args]);
  expect(code).toBe(0);
  const { annotations } = JSON.parse(stdout) as Listed;
  return annotations.map(({ id }) => [1, 2, 3, 4].find((n) => uuidOf(n) === id) ?? 0);
}

describe('list', () => {
  it.each([
    { args: [], ids: [3, 2, 1] },
    { args: ['--status', 'pending'], ids: [3, 1] },
    { args: ['--status', 'pending', 'resolved'], ids: [3, 2, 1] },
    { args: ['--status', 'pending,resolved'], ids: [3, 2, 1] },
    { args: ['--kind', 'element'], ids: [3] },
    { args: ['--page', '/cart'], ids: [2, 1] },
    { args: ['--page', 'http://localhost:4200/help'], ids: [3] },
    { args: ['--page', '/help/#top'], ids: [3] },
    { args: ['--page', 'localhost:5173/help/index.html?utm_source=mail'], ids: [3] },
    { args: ['--page', 'https://shop.example/help'], ids: [] },
    { args: ['--page', '/nowhere'], ids: [] },
    { args: ['--app', 'apps/shop'], ids: [3, 2, 1] },
    { args: ['--app', 'apps/other'], ids: [] },
    { args: ['--session', uuidOf(9)], ids: [] },
    { args: ['--grep', 'FOOTER'], ids: [2] },
    { args: ['--grep', 'price-tag.component.HTML'], ids: [2, 1] },
    { args: ['--grep', 'secret'], ids: [] },
    { args: ['--grep', '.*'], ids: [] },
    { args: ['--author', 'ada'], ids: [3] },
    { args: ['--author', 'Bo'], ids: [] },
    { args: ['--author', uuidOf(1).slice(0, 8)], ids: [3, 2, 1] },
    { args: ['--assignee', 'Codex'], ids: [3] },
    { args: ['--assignee', 'Codex', '--author', 'Bo'], ids: [] },
    { args: ['--limit', '1'], ids: [3] },
  ])('$args finds $ids', async ({ args, ids }) => {
    expect(await listed(args)).toEqual(ids);
  });

  it('prints one line per annotation with tabs between, without colours, when it is piped', async () => {
    const here = createProject();
    await here.fill([element]);
    const { stdout } = await here.run(['list']);
    expect(stdout).toBe(
      `${uuidOf(3)}\tpending\t${at(3).toISOString()}\thttp://localhost:4200/help\tSecond list item\tSecond line of it\n`,
    );
  });

  it('marks what came with the repository, and who it says it is', async () => {
    const here = createProject();
    await here.fillAsOther([element]);
    const { stdout, stderr } = await here.run(['list']);
    expect(stdout).toContain('\t[not trusted, says author 00000000] Second line of it\n');
    expect(stderr).toContain('annotate-mcp trust');
    expect((await here.run(['list', '--json'])).stdout).toContain('"origin": "repository"');
  });

  it('reads more than one page of the store', async () => {
    const here = createProject();
    await here.fill(Array.from({ length: 230 }, (_, n) => sampleAnnotation({ id: uuidOf(n), at: at(n) })));
    const { stdout } = await here.run(['list', '--json', '--limit', '220']);
    const { annotations, more } = JSON.parse(stdout) as Listed;
    expect(new Set(annotations.map(({ id }) => id)).size).toBe(220);
    expect(more).toBe(true);
  });

  it('shows comments on documents with their file and line, also before there is a store', async () => {
    const here = createProject();
    const comment = sampleAnnotation({
      id: uuidOf(5),
      at: at(5),
      kind: 'markdown',
      annotationText: 'Shorter',
    });
    await here.fill([comment], 'json:.claude/md-comments/plan.json');
    const { stdout } = await here.run(['list']);
    expect(stdout).toMatch(/\tdocs\/plan\.md\tdocs\/plan\.md:\d+\tShorter\n$/);
    expect(Object.keys(here.files())).not.toContain('.annotate/store.db');
    await here.fill([price]);
    const { annotations } = JSON.parse((await here.run(['list', '--json'])).stdout) as Listed;
    expect(annotations.map(({ id }) => id)).toEqual([comment.id, price.id]);
    expect((await here.run(['list', '--stats'])).stdout).toContain('Shorter');
    expect((await here.run(['export'])).stdout).toMatch(/docs\/plan\.md[^]*Lines: /);
  });

  it('says that nothing has been annotated yet, and leaves no store behind', async () => {
    const here = createProject();
    expect(await here.run(['list'])).toEqual({
      code: 0,
      stdout: '',
      stderr: `Nothing has been annotated in ${here.project} yet.\n`,
    });
    expect(here.files()).toEqual({});
  });

  it('says that nothing matches', async () => {
    const here = createProject();
    await here.fill([price]);
    expect((await here.run(['list', '--grep', 'zzz'])).stderr).toBe('No annotation matches.\n');
  });

  it('names the nearest pages when a page has no annotations', async () => {
    const here = createProject();
    await here.fill([price, element]);
    const { stdout, stderr } = await here.run(['list', '--page', '/hlep']);
    expect(stdout).toBe('');
    expect(stderr).toBe('No annotation is on /hlep. The nearest pages that have some:\n  /help\n  /cart\n');
    const json = await here.run(['list', '--page', '/hlep', '--json']);
    expect(JSON.parse(json.stdout)).toEqual({
      annotations: [],
      more: false,
      nearestPages: ['/help', '/cart'],
    });
    expect((await here.run(['list', '--page', '/help', '--status', 'resolved'])).stderr).toBe(
      'No annotation matches.\n',
    );
  });

  it('reads the store that is named, from the root', async () => {
    const here = createProject();
    await here.fill([price], 'json:reviews/one.json');
    const { stdout } = await here.run(['list', '--root', here.project, '--store', 'json:reviews/one.json'], {
      cwd: here.home,
    });
    expect(stdout).toContain(uuidOf(1));
  });

  it.each([
    { name: 'a store that is named and not there', args: ['--store', 'json:no.json'], code: 'store/none' },
    { name: 'a store of no kind', args: ['--store', 'review.json'], code: 'store/unknown-driver' },
    { name: 'a root that is not there', args: ['--root', 'no where'], code: 'root/none' },
  ])('refuses $name and makes nothing', async ({ args, code }) => {
    const here = createProject();
    const { code: exitCode, stdout } = await here.run(['list', '--json', ...args]);
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ code, hint: expect.stringMatching(/./) as unknown });
    expect(here.files()).toEqual({});
  });

  it('refuses a store that cannot be read, and leaves it as it is', async () => {
    const here = createProject();
    here.write('.annotate/store.db', 'not a database');
    const { code, stdout, stderr } = await here.run(['list']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('left untouched');
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(here.read('.annotate/store.db')).toBe('not a database');
  });

  it.each([
    { args: ['--status', 'open'], message: 'Choose from pending' },
    { args: ['--status', 'draft'], message: 'Drafts are seen by their author only' },
    { args: ['--kind', 'thing'], message: 'Allowed choices' },
    { args: ['--limit', '0'], message: 'whole number' },
    { args: ['extra'], message: 'Too many arguments' },
    { args: ['--grpe', 'x'], message: 'Did you mean --grep?' },
    { args: ['--rot', 'x'], message: 'Did you mean --root?' },
  ])('refuses $args with exit code 2', async ({ args, message }) => {
    const { code, stdout, stderr } = await createProject().run(['list', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});
