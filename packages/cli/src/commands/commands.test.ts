/** Every command on one project, in this process; what each does in every case is in the tests of its folder. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';
import { openStore } from '@annotate-mcp/store';

import { runHere } from '../testing/in-process.ts';
import { temporary } from '../testing/test-project.ts';

const top = temporary('annotate hère ');
const project = join(top, 'a project');
const samples = (['component', 'element', 'text', 'page', 'markdown'] as const).map((kind, n) =>
  sampleAnnotation({ id: uuidOf(n), kind, status: n === 0 ? 'acknowledged' : 'pending' }),
);
const before = { cwd: process.cwd(), HOME: process.env.HOME };

beforeAll(() => {
  process.env.HOME = join(top, 'home');
  mkdirSync(join(top, 'home'));
});
beforeEach(async () => {
  process.chdir(top);
  rmSync(project, { recursive: true, force: true });
  mkdirSync(join(project, '.git'), { recursive: true });
  process.chdir(project);
  const store = await openStore('sqlite:', { root: project });
  for (const annotation of samples) await store.add(annotation);
  await store.close();
});
afterAll(() => {
  process.chdir(before.cwd);
  process.env.HOME = before.HOME;
  rmSync(top, { recursive: true, force: true });
});

describe('list', () => {
  it('is a table on a screen', async () => {
    const { stdout } = await runHere(['list', '--status', 'pending', '--limit', '3'], { screen: true });
    expect(stdout.trimEnd().split('\n')).toHaveLength(4);
    expect(stdout).toContain('\u001b[34mpending');
  });

  it.each([
    { grep: 'price-tag.component.ts', count: 1 },
    { grep: 'second LIST', count: 1 },
    { grep: 'free delivery', count: 1 },
    { grep: 'docs/plan', count: 1 },
    { grep: 'localhost', count: 4 },
    { grep: 'nowhere', count: 0 },
  ])('finds $count with $grep', async ({ grep, count }) => {
    const { stdout } = await runHere(['list', '--grep', grep, '--json', '--kind', 'component']);
    expect(JSON.parse(stdout)).toHaveProperty('more', false);
    const all = await runHere(['list', '--grep', grep]);
    expect(all.stdout.split('\n').filter((line) => line !== '')).toHaveLength(count);
  });

  it('takes a path for a page on any host', async () => {
    const { stdout } = await runHere(['list', '--page', '/cart', '--app', 'apps/shop', '--json']);
    expect((JSON.parse(stdout) as { annotations: unknown[] }).annotations).toHaveLength(4);
    expect((await runHere(['list', '--session', 'none'])).stderr).toContain('No annotation matches');
  });
});

describe('export and import', () => {
  it.each(['json', 'jsonl'])('come out even as %s', async (format) => {
    const written = await runHere(['export', '--format', format, '--out', 'x y.txt', '--json']);
    expect(JSON.parse(written.stdout)).toMatchObject({ count: 5 });
    expect((await runHere(['export', '--out', 'x y.txt'])).code).toBe(1);
    expect((await runHere(['import', 'x y.txt'])).stdout).toBe('Added 0; 5 were already there.\n');
    const store = ['--store', 'json:copy.json'];
    expect((await runHere(['import', 'x y.txt', '--dry-run', ...store])).stdout).toContain('Would add 5;');
    expect((await runHere(['import', 'x y.txt', ...store])).stdout).toContain('Added 5;');
  });

  it('write Markdown to the screen, and say where they cannot write', async () => {
    expect((await runHere(['export', '--status', 'acknowledged'])).stdout).toContain('PriceTagComponent');
    expect((await runHere(['export', '--out', 'no/where.md'])).stderr).toContain('could not be written');
  });

  it.each(['markdown', 'json', 'jsonl'])(
    'send nothing to a screen that it would obey, as %s',
    async (format) => {
      const store = await openStore('sqlite:', { root: project });
      const obeyed = '\u001b[2J\u009b2J\r\u202e\u007f';
      await store.add(sampleAnnotation({ id: uuidOf(9), annotationText: `up${obeyed}side\nnext` }));
      await store.close();
      const args = ['export', '--format', format];
      const [screen, pipe] = [await runHere(args, { screen: true }), await runHere(args)];
      expect(screen.stdout).not.toMatch(/(?!\n)[\p{Cc}\u202a-\u202e]/u);
      expect(screen.stdout.split('\n')).toHaveLength(pipe.stdout.split('\n').length);
      expect(pipe.stdout).toContain('\u009b2J');
      await runHere([...args, '--out', 'x']);
      expect(readFileSync('x', 'utf8')).toContain('\u009b2J');
    },
  );

  it('name what is invalid', async () => {
    writeFileSync('bad.jsonl', `${JSON.stringify(samples[1])}\n{"id":"x"}\n`);
    expect((await runHere(['import', 'bad.jsonl'])).stderr).toContain('line 2');
    expect((await runHere(['import', 'bad.jsonl', '--skip-invalid'])).stderr).toContain('Skipped line 2');
    expect((await runHere(['import', 'none.jsonl'])).code).toBe(1);
  });
});

describe('doctor', () => {
  it('looks at every link', async () => {
    const { code, stdout } = await runHere(['doctor'], { screen: true });
    expect(code).toBe(1);
    expect(stdout).toContain('Claimed by agents that have disconnected: 1 by claude-code.');
    expect(stdout).toContain('4 pending');
  });

  it('is told of a root that is none, a store that is none, and a configuration that is broken', async () => {
    expect((await runHere(['doctor', '--root', 'nowhere'])).stdout).toContain('is not a folder');
    expect((await runHere(['doctor', '--store', 'json:none.json'])).stdout).toContain('There is no store at');
    writeFileSync('.mcp.json', '{');
    expect((await runHere(['doctor'])).stdout).toContain('.mcp.json cannot be read');
  });
});

describe('init', () => {
  it('connects agents, adds the guide, and has nothing to do the second time', async () => {
    writeFileSync('package.json', '{"devDependencies":{"vite":"8","vue":"3"}}');
    writeFileSync('yarn.lock', '');
    mkdirSync('.codex');
    writeFileSync('.codex/config.toml', '# mine\nmodel = "x"\n');
    writeFileSync('.mcp.json', '{\n  // team\n  "mcpServers": {}\n}\n');
    const first = await runHere(['init', '--yes', '--guide']);
    expect(first.code).toBe(0);
    expect(first.stdout).toContain('Found    Vite + Vue, yarn');
    expect(readFileSync('.codex/config.toml', 'utf8')).toMatch(
      /^# mine\nmodel = "x"\n\n\[mcp_servers\.annotate\]/,
    );
    expect(readFileSync('.mcp.json', 'utf8')).toContain('// team');
    expect((await runHere(['init', '--yes', '--guide'])).stdout).toContain('Nothing to change.');
    expect((await runHere(['doctor'])).stdout).toContain('The server is configured for Claude Code');
  });

  it('writes to the app and to the root in a monorepo', async () => {
    mkdirSync('apps/shop', { recursive: true });
    process.chdir('apps/shop');
    writeFileSync('index.php', '');
    const { stdout } = await runHere(['init', '--dry-run', '--json', '--agents', 'cursor']);
    const { changes } = JSON.parse(stdout) as { changes: { file: string }[] };
    expect(changes.map(({ file }) => file)).toEqual([
      join(project, 'apps/shop/.cursor/mcp.json'),
      join(project, '.cursor/mcp.json'),
    ]);
  });

  it('refuses what it cannot do', async () => {
    expect((await runHere(['init'])).code).toBe(2);
    expect((await runHere(['init', '--yes', '--agents', 'windsurf'])).code).toBe(2);
    expect((await runHere(['init', '--yes'])).stderr).toContain('No coding agent was found');
    writeFileSync('.mcp.json', '{ "mcpServers": 3 }');
    expect((await runHere(['init', '--yes'])).stdout).toContain('left untouched');
  });
});
