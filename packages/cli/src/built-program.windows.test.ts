/** The built program on Windows, in a folder with a space and a letter beyond ASCII. */
import { once } from 'node:events';

import { expect, it } from 'vitest';

import { sampleAnnotation } from '@annotate-mcp/core/testing';

import { startAgent } from './testing/stdio-agent.ts';
import { setUpCli } from './testing/test-project.ts';

const { createProject } = setUpCli();

it('init keeps the file of a team portable and says what Windows needs; doctor does too; undo takes it back', async () => {
  const here = createProject();
  here.write('package.json', '{\r\n  "name": "shop"\r\n}\r\n');
  const before = here.files();
  const { code, stdout } = await here.runProgram(['init', '--yes', '--agents', 'claude-code']);
  expect(code, stdout).toBe(0);
  expect(here.read('.mcp.json')).toContain('annotate');
  const told = 'claude mcp add annotate -- cmd /c npx -y annotate-mcp';
  here.write('.mcp.json', '{"mcpServers":{"annotate":{"command":"npx","args":["-y","annotate-mcp"]}}}');
  expect((await here.runProgram(['doctor'])).stdout).toContain(told);
  const undone = await here.runProgram(['init', '--undo', '--yes']);
  expect(undone.code, undone.stdout + undone.stderr).toBe(0);
  expect(here.files()['package.json']).toBe(before['package.json']);
  expect(Object.keys(here.files())).not.toContain('.mcp.json');
});

it.each(['sqlite:', 'json:comments.json'])('lists, exports and imports a %s store', async (store) => {
  const here = createProject();
  await here.fill([sampleAnnotation()], store);
  const listed = await here.runProgram(['list', '--json', '--store', store]);
  expect(listed.stdout, listed.stderr).toContain(sampleAnnotation().id);
  const exported = await here.runProgram(['export', '--format', 'json', '--store', store]);
  expect(exported.code, exported.stderr).toBe(0);
  here.write('exported.json', exported.stdout);
  const other = createProject();
  other.write('exported.json', exported.stdout);
  const imported = await other.runProgram(['import', 'exported.json', '--store', store]);
  expect(imported.code, imported.stdout + imported.stderr).toBe(0);
  expect((await other.runProgram(['list', '--json', '--store', store])).stdout).toContain(
    sampleAnnotation().annotationText,
  );
});

it('gives an annotation to one of two agents over stdio, and tells the other who has it', async () => {
  const here = createProject();
  await here.fill([sampleAnnotation()]);
  const [first, second] = ['first', 'second'].map((name) => startAgent(here, { args: [], name }));
  if (first === undefined || second === undefined) throw new Error('two agents were started');
  expect(await first.call('get_all_pending')).toContain(sampleAnnotation().id);
  expect(await first.call('acknowledge', { id: sampleAnnotation().id })).not.toContain('isError');
  expect(await second.call('acknowledge', { id: sampleAnnotation().id })).toContain('first');
  await first.call('resolve', { id: sampleAnnotation().id, summary: 'Done under Windows' });
  const store = await here.open();
  await expect.poll(async () => (await store.get(sampleAnnotation().id))?.status).toBe('resolved');
});

it.each([
  { command: ['serve', '--port', '0'], says: /127\.0\.0\.1:\d+\/mcp[^]*other users of this machine/ },
  { command: ['review', 'plan.md', '--no-open'], says: /http:\/\/127\.0\.0\.1:\d+/ },
])('starts $command.0, which says its address', async ({ command, says }) => {
  const here = createProject();
  here.write('plan.md', '# Plan\r\n\r\nFirst.\r\n');
  const child = here.start(command);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  await expect.poll(() => said, { timeout: 30_000 }).toMatch(says);
  child.kill();
  await once(child, 'exit');
});
