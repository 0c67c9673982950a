/** The commands on a store in PostgreSQL. */
import { once } from 'node:events';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';
import { type PostgresServer, startPostgres } from '@annotate-mcp/store/testing/postgres-server';

import { startAgent } from './testing/stdio-agent.ts';
import { exitCodeOf, setUpCli } from './testing/test-project.ts';

const { createProject } = setUpCli();
const agent = [process.execPath, join(import.meta.dirname, '../../../demos/agent/src/acp.ts')];

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

describe('a store in PostgreSQL', () => {
  it('is listed, exported, imported, adopted and checked', async () => {
    const here = createProject();
    const [shop, copy] = [`${server.url()}?project=shop`, `${server.url()}?project=copy`];
    await here.fill(
      [1, 2].map((n) => sampleAnnotation({ id: uuidOf(n) })),
      shop,
    );
    const file = join(here.project, 'all.json');
    const run = async (...argv: string[]) => {
      const { code, stdout, stderr } = await here.run(argv);
      expect({ code, stderr }).toMatchObject({ code: 0 });
      return stdout;
    };
    expect(await run('list', '--store', shop)).toContain(uuidOf(2));
    await run('export', '--store', shop, '--format', 'json', '--out', file);
    expect(await run('import', file, '--store', copy)).toContain('Added 2');
    expect(await run('import', file, '--store', copy)).toContain('Added 0; 2 were already there');
    expect(await run('list', '--store', copy)).toContain('not trusted');
    await run('trust', '--only', 'all', '--yes', '--store', copy);
    expect(await run('list', '--store', copy)).not.toContain('not trusted');
    // The program as it is published, which has pg inside.
    const { stdout: report } = await here.runProgram(['doctor', '--store', shop]);
    expect(report).toContain(`postgres://postgres@127.0.0.1:${server.port}/postgres?project=shop opens`);
    expect(report).not.toContain('secret');
  });

  it('that cannot be opened is reported by doctor, without its password', async () => {
    const here = createProject();
    const { stdout, stderr } = await here.run([
      'doctor',
      '--store',
      'postgres://ada:hidden@127.0.0.1:1/team',
    ]);
    expect(stdout).toContain('cannot be reached');
    expect(stdout).toContain('Check that the database runs');
    expect(stdout + stderr).not.toContain('hidden');
  });

  it(
    'may be away when an agent starts, and while it works: calls say what to do, and work when it is back',
    { tags: 'full' },
    async () => {
      const here = createProject();
      const own = await startPostgres();
      onTestFinished(() => own.stop());
      const store = `${own.url()}?project=shop`;
      await here.fill([sampleAnnotation({ id: uuidOf(1) })], store);
      await own.kill();
      const agent = startAgent(here, { args: ['--store', store, '--toolsets', 'annotations'] });
      expect(await agent.toolNames()).toContain('acknowledge');
      const refused = await agent.call('list_annotations');
      expect(refused).toContain('store/away');
      expect(refused).toContain('Nothing was changed. This process connects again by itself');
      expect(refused).not.toContain('secret');
      await own.start();
      const call = (tool: string, input: object) => agent.call(tool, { id: uuidOf(1), ...input });
      await expect.poll(() => call('acknowledge', {}), { timeout: 20_000 }).toContain('acknowledged');
      await own.kill();
      // It waits for a server that comes back, as after an update.
      const resolved = call('resolve', { summary: 'Done.' });
      await own.start();
      expect(await resolved).toContain('resolved');
      expect((await (await here.open(store)).get(uuidOf(1)))?.status).toBe('resolved');
      await own.kill();
      agent.child.stdin.end();
      const [code] = (await once(agent.child, 'exit')) as [number | null];
      expect({ code, said: agent.said() }).toEqual({ code: 0, said: '' });
    },
  );

  it(
    'may be away when "work" starts: it says so, begins when it is back, and can be ended before',
    { tags: 'full' },
    async () => {
      const here = createProject();
      here.write('src/Card.tsx', '<h2>One</h2>\n');
      const own = await startPostgres();
      onTestFinished(() => own.stop());
      const store = `${own.url()}?project=shop`;
      await own.kill();
      const startWork = () => {
        const child = here.start(['work', '--store', store, '--', ...agent]);
        const said = { out: '', err: '' };
        child.stdout.on('data', (data) => (said.out += String(data)));
        child.stderr.on('data', (data) => (said.err += String(data)));
        return { child, said };
      };
      const ended = startWork();
      await expect.poll(() => ended.said.err, { timeout: 30_000 }).toContain('cannot be reached');
      ended.child.kill('SIGTERM');
      expect(await exitCodeOf(ended.child)).toBe(0);

      const { child, said } = startWork();
      await expect.poll(() => said.err, { timeout: 30_000 }).toContain('Work begins when it can be used');
      expect(said).toEqual({ out: '', err: expect.not.stringContaining('secret') as unknown });
      await own.start();
      await expect
        .poll(() => said.out, { timeout: 30_000 })
        .toContain('Scripted agent waits for what you send.');
      const annotations = await here.open(store);
      const sourceLocation = { file: 'src/Card.tsx', line: 1, column: 1 };
      const place = { componentFilePath: 'src/Card.tsx', sourceLocation };
      await annotations.add({
        ...sampleAnnotation({ id: uuidOf(1), annotationText: 'make it say "Two"' }),
        ...place,
      });
      await expect
        .poll(async () => (await annotations.get(uuidOf(1)))?.status, { timeout: 30_000 })
        .toBe('resolved');
      expect([here.read('src/Card.tsx'), said.err.match(/cannot be reached/g)]).toEqual([
        '<h2>Two</h2>\n',
        ['cannot be reached'],
      ]);
      child.kill('SIGTERM');
      expect(await exitCodeOf(child)).toBe(0);
    },
  );
});
