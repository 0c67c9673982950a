/** The commands of a team, and its server as the published program, on a real PostgreSQL. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { type PostgresServer, startPostgres } from '@annotate-mcp/store/testing/postgres-server';

import { commands } from '../commands/index.ts';
import { documentedCommands, teamCommands, wordsOf } from '../testing/examples.ts';
import { exitCodeOf, setUpCli } from '../testing/test-project.ts';

const { createProject } = setUpCli();

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

describe('the commands of a team', () => {
  it('say which database they need, and that a password is never printed', async () => {
    const here = createProject();
    const none = await here.run(['token', 'list']);
    expect(none).toMatchObject({ code: 2 });
    expect(none.stderr).toContain('--store postgres://');
    const away = await here.run(['token', 'list', '--store', 'postgres://me:pass-word@127.0.0.1:1/x']);
    expect(away.code).toBe(1);
    expect(away.stderr).toContain('127.0.0.1:1/x cannot be used');
    expect(away.stderr).not.toContain('pass-word');
  });

  it('create, list and revoke tokens, invite, and tell what happened', async () => {
    const here = createProject();
    const store = await postgres.createDatabase();
    const run = async (...argv: string[]) => {
      const { code, stdout, stderr } = await here.run([...argv, '--store', store]);
      expect({ code, stderr }).toMatchObject({ code: 0 });
      return stdout;
    };
    const secret = (
      await run('token', 'create', '--project', 'shop', '--role', 'agent', '--expires', '30d')
    ).trim();
    expect(secret).toMatch(/^annt_/);
    const listed = await run('token', 'list', '--project', 'shop');
    expect(listed).toMatch(
      /^[0-9a-f]{8} {2}shop {2}agent {2}agent {2}valid until \d{4}-\d\d-\d\d, never used$/m,
    );
    expect(listed).not.toContain(secret);
    expect(await run('token', 'revoke', listed.slice(0, 8))).toContain('Revoked');
    expect(await run('token', 'list')).toContain('revoked');
    const link = await run(
      'invite',
      '--project',
      'shop',
      '--name',
      'Ada',
      '--public-url',
      'https://team.example.com/',
    );
    expect(link).toMatch(/^https:\/\/team\.example\.com\/join#anni_[\w-]{43}$/m);
    await run('project', '--project', 'shop', '--origin', 'https://staging.example.com');
    expect(await run('project')).toContain('shop  https://staging.example.com');
    const trail = await run('audit', '--project', 'shop');
    for (const action of ['token created', 'token revoked', 'member invited'])
      expect(trail).toContain(action);
    expect(await run('person', 'export', 'Ada', '--project', 'shop')).toContain('"annotations": []');
    expect(await run('person', 'delete', 'Ada', '--project', 'shop')).toContain('Deleted the name');
  });
});

it(
  'says where to use a token, by the address of the server where that is known',
  { tags: 'full' },
  async () => {
    const here = createProject();
    const ANNOTATE_STORE = await postgres.createDatabase();
    const said = async (address: string, ...more: string[]) => {
      const words = ['token', 'create', '--project', 'shop', '--role', 'reviewer', ...more];
      return (await here.run(words, { env: { ANNOTATE_STORE, ANNOTATE_PUBLIC_URL: address } })).stderr;
    };
    expect(await said('https://team.example.com/')).toContain('https://team.example.com/p/shop/mcp');
    expect(await said('https://team.example.com', '--page')).toContain(
      'src="https://team.example.com/k/annk_',
    );
    expect(await said('')).toContain('https://<your server>/p/shop/mcp');
  },
);

it('runs every example of these commands', async () => {
  const here = createProject();
  const store = await postgres.createDatabase();
  const env = { ANNOTATE_STORE: store, ANNOTATE_PUBLIC_URL: 'https://team.example.com' };
  const run = async (words: readonly string[]) => {
    const { code, stderr } = await here.run(words, { env });
    expect({ words, code, stderr }).toMatchObject({ code: 0 });
  };
  await run(['token', 'create', '--project', 'shop', '--role', 'agent']);
  await postgres.query(
    `UPDATE annotate.team_tokens SET id = '3f2a91c0-0000-4000-8000-000000000000'`,
    [],
    store,
  );
  await run(['invite', '--project', 'shop', '--name', 'Ada Lovelace', '--email', 'ada@example.com']);
  const examples = commands
    .filter(({ name }) => teamCommands.some((team) => team === name))
    .flatMap((command) => command.examples);
  expect(examples.length).toBeGreaterThan(teamCommands.length);
  for (const example of examples.filter((each) => !each.includes('--name "Ada Lovelace"')))
    await run(wordsOf(example));
});

it('runs the commands of docs/team.md in their order', { tags: 'full' }, async () => {
  const here = createProject();
  const store = await postgres.createDatabase();
  const env = { ANNOTATE_STORE: store, ANNOTATE_PUBLIC_URL: 'https://team.example.com' };
  const document = readFileSync(join(import.meta.dirname, '../../../../docs/team.md'), 'utf8');
  const documented = documentedCommands(document).filter((command) => !command.includes(' serve '));
  expect(documented.length).toBeGreaterThan(8);
  for (const command of documented) {
    const [, id] = /token revoke (\w+)/.exec(command) ?? [];
    if (id !== undefined)
      await postgres.query(
        `UPDATE annotate.team_tokens SET id = $1 WHERE name = 'first admin'`,
        [`${id}-0000-4000-8000-000000000000`],
        store,
      );
    const { code, stderr } = await here.run(wordsOf(command), { env });
    expect({ command, code, stderr }).toMatchObject({ code: 0 });
  }
});

it('serves a team as it is published, logs lines of JSON and ends by SIGTERM', async () => {
  const here = createProject();
  const store = await postgres.createDatabase();
  const made = await here.run(['token', 'create', '--project', 'shop', '--role', 'viewer', '--store', store]);
  const child = here.start(['serve', '--port', '0'], { env: { ANNOTATE_STORE: store } });
  const lines = createInterface({ input: child.stdout });
  const [first] = (await once(lines, 'line')) as [string];
  const { event, message } = JSON.parse(first) as { event: string; message: string };
  expect(event).toBe('listening');
  const url = `http://${message}`;
  expect(await (await fetch(`${url}/ready`)).json()).toEqual({ status: 'ready' });
  const api = `${url}/p/shop/__annotate/api/annotations`;
  expect((await fetch(api)).status).toBe(401);
  const headers = { authorization: `Bearer ${made.stdout.trim()}` };
  expect((await fetch(api, { headers })).status).toBe(200);
  expect((await fetch(`${url}/p/shop/__annotate/overlay.js`, { headers })).status).toBe(200);
  child.kill('SIGTERM');
  expect(await exitCodeOf(child)).toBe(0);
});

it(
  'waits for a database that is away when it starts, and answers 503 while it is away later',
  { tags: 'full' },
  async () => {
    const here = createProject();
    const own = await startPostgres();
    onTestFinished(() => own.stop());
    const store = await own.createDatabase();
    const made = await here.run([
      'token',
      'create',
      '--project',
      'shop',
      '--role',
      'agent',
      '--store',
      store,
    ]);
    await own.kill();
    const child = here.start(['serve', '--port', '0'], { env: { ANNOTATE_STORE: store } });
    const lines = createInterface({ input: child.stdout });
    const nextLine = async () => JSON.parse(((await once(lines, 'line')) as [string])[0]) as LogLine;
    expect(await nextLine()).toMatchObject({ event: 'waiting' });
    const listening = nextLine();
    await own.start();
    const { event, message } = await listening;
    expect(event).toBe('listening');
    const ask = (token: string) =>
      fetch(`http://${message}/p/shop/__annotate/api/annotations`, {
        headers: { authorization: `Bearer ${token}` },
      });
    const token = made.stdout.trim();
    expect((await ask(token)).status).toBe(200);
    await own.kill();
    // One that has to be looked up.
    const refused = await ask(`${token.slice(0, -1)}x`);
    expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'team/away' }]);
    await own.start();
    await expect.poll(async () => (await ask(token)).status, { timeout: 20_000 }).toBe(200);
    child.kill('SIGTERM');
    expect(await exitCodeOf(child)).toBe(0);
  },
);

interface LogLine {
  readonly event: string;
  readonly message: string;
}
