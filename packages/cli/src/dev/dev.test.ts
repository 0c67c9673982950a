import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

import { describe, expect, it } from 'vitest';

import { exitCodeOf, setUpCli } from '../testing/test-project.ts';

const { createProject } = setUpCli();

/** Prints its address as many servers do, and ends with 7 when it is told to. */
const server = `
import { createServer } from 'node:http';
const server = createServer((request, response) => {
  response.setHeader('Content-Type', 'text/html');
  response.end('<!doctype html><head></head><h1>Hi</h1>');
});
server.listen(0, '127.0.0.1', () => console.error('Listening on http://127.0.0.1:' + server.address().port));
process.on('SIGTERM', () => {
  console.log('tidied up');
  process.exit(7);
});
`;

describe('annotate-mcp dev', () => {
  it('starts a command, shows its pages with the overlay, and ends as the command does', async () => {
    const here = createProject();
    here.write('server.mjs', server);
    const child = here.start(['dev', '--port', '0', '--', process.execPath, 'server.mjs']);
    const output = collect(child);
    const ended = exitCodeOf(child);
    await expect.poll(output).toMatch(/Open {5}http:\/\/localhost:\d+/);
    expect(output()).toContain('Listening on http://127.0.0.1:');
    const [, origin = ''] = /Open {5}(\S+)/.exec(output()) ?? [];
    const page = await fetch(origin, { headers: { 'sec-fetch-dest': 'document' } });
    expect(await page.text()).toContain('<head><script type="module" src="/__annotate/overlay.js"');
    expect((await fetch(`${origin}/__annotate/overlay.js`)).status).toBe(200);
    const foreign = await fetch(`${origin}/__annotate/api/annotations`, {
      headers: { origin: 'http://localhost:1' },
    });
    expect(foreign.status).toBe(403);
    child.kill('SIGTERM');
    expect(await ended).toBe(7);
    expect(output()).toContain('tidied up');
  });

  it('ends what the command has started, too', async () => {
    const here = createProject();
    here.write('server.mjs', server);
    const child = here.start([
      'dev',
      '--port',
      '0',
      '--',
      'sh',
      '-c',
      `"${process.execPath}" server.mjs; true`,
    ]);
    const output = collect(child);
    const ended = exitCodeOf(child);
    await expect.poll(output).toMatch(/Open {5}/);
    const [, address = ''] = /Listening on (\S+)/.exec(output()) ?? [];
    child.kill('SIGTERM');
    expect(await ended).toBe(143);
    expect(output()).toContain('tidied up');
    await expect(fetch(address)).rejects.toThrow();
  });

  it('says that it waits while no server answers, and that it shows the app when one does', async () => {
    const here = createProject();
    const port = await freePort();
    const child = here.start(['dev', `http://localhost:${port}/cart`, '--port', '0']);
    const output = collect(child);
    await expect.poll(output).toContain(`waits: no server answers at http://localhost:${port} yet`);
    await expect.poll(output).toMatch(/Open {5}http:\/\/localhost:\d+\/cart\n/);
    expect(output()).not.toContain('with the overlay');
    const server = createServer().listen(port, '127.0.0.1');
    await expect.poll(output).toContain(`shows http://localhost:${port} with the overlay`);
    child.kill('SIGTERM');
    expect(await exitCodeOf(child)).toBe(0);
    server.close();
  });

  it('ends while it waits', async () => {
    const child = createProject().start(['dev', `http://localhost:${await freePort()}`, '--port', '0']);
    await expect.poll(collect(child)).toContain('waits');
    child.kill('SIGTERM');
    expect(await exitCodeOf(child)).toBe(0);
  });

  it('says that the command has printed the address of annotate-mcp dev itself, and lets it run on', async () => {
    const script = "console.log('Listening on http://localhost:24748')";
    const args = ['dev', '--port', '24748', '--', process.execPath, '-e', script];
    const { code, stderr } = await createProject().run(args);
    expect(code).toBe(0);
    expect(stderr).toContain('http://localhost:24748 is the address of annotate-mcp dev itself');
  });

  it.each([
    { args: [], error: 'There is no dev server to show.' },
    { args: ['--port', '24747', '24747'], error: 'is the address of annotate-mcp dev itself' },
    { args: ['ftp://localhost'], error: '"ftp://localhost" is not the address of a dev server.' },
    {
      args: ['--port', '0', '--', 'no-such-program'],
      error:
        '"no-such-program" could not be started: there is no program "no-such-program" in the PATH of this terminal.',
      code: 1,
    },
  ])('with $args says "$error"', async ({ args, error, code = 2 }) => {
    const result = await createProject().run(['dev', ...args]);
    expect(result.code).toBe(code);
    expect(result.stderr).toContain(error);
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function collect(child: ChildProcessWithoutNullStreams): () => string {
  let text = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk) => (text += String(chunk)));
  return () => text;
}
