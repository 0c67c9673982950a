/** Who may have the person asked whether to start an agent, over real HTTP, and the process that then asks. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { AnnotateError, type Work } from '@annotate-mcp/core';
import { uuidOf } from '@annotate-mcp/core/testing';

import { startHub, temporaryFolder } from './testing/hub-server.ts';
import { findProgram, workStarterOf } from './work-program.ts';

const token = 'q1W2e3R4t5Y6u7I8o9P0';
const visitor = {
  'x-forwarded-for': '203.0.113.9',
  authorization: `Bearer ${token}`,
  'x-annotate-author-secret': uuidOf(1),
};

async function send(url: string, path: string, init: RequestInit = {}) {
  const response = await fetch(`${url}/__annotate/api/work/${path}`, init);
  const { code } = (await response.json()) as { code?: string };
  return { status: response.status, code };
}

describe('an offer', () => {
  it('starts one process at a time, says that it can, and says when it failed', async () => {
    const started: PromiseWithResolvers<void>[] = [];
    const startWork = (...given: unknown[]) => {
      expect(given).toEqual([]);
      started.push(Promise.withResolvers());
      return started.at(-1)?.promise ?? Promise.resolve();
    };
    const { url, connect, store } = await startHub({ startWork });
    const tab = await connect();
    expect(await tab.resume()).toContainEqual({
      type: 'work:state',
      works: [],
      questions: [],
      canStart: true,
    });
    // What a page would like to run is not read.
    const body = JSON.stringify({ command: 'rm -rf /', agent: 'evil' });
    const offer = () => send(url, 'offer', { method: 'POST', body });
    expect(await Promise.all([offer(), offer()])).toEqual([{ status: 202 }, { status: 202 }]);
    expect(started).toHaveLength(1);
    started[0]?.reject(new AnnotateError('work/failed', 'It is not there.', { hint: 'Run it yourself.' }));
    expect(await tab.next('error')).toMatchObject({
      code: 'work/failed',
      message: 'It is not there.',
      hint: 'Run it yourself.',
    });
    const question = {
      id: 'q',
      kind: 'start',
      title: 'Start an agent?',
      askedAt: '2026-11-15T09:30:01.000Z',
    } as const;
    await store.questions.save({ ...question, url: 'http://127.0.0.1:4444/questions/q' });
    expect(await offer()).toEqual({ status: 202 });
    expect(started).toHaveLength(1);
    await store.questions.remove('q');
    expect(await offer()).toEqual({ status: 202 });
    expect(started).toHaveLength(2);
    started[1]?.resolve();
  });

  it('is made again by a person who says no and then presses the button while the process still ends', async () => {
    const started: PromiseWithResolvers<void>[] = [];
    const startWork = () => {
      started.push(Promise.withResolvers());
      return started.at(-1)?.promise ?? Promise.resolve();
    };
    const { url, connect, store } = await startHub({ startWork });
    const tab = await connect();
    await tab.resume();
    const offer = () => send(url, 'offer', { method: 'POST' });
    await offer();
    await store.questions.save({
      id: 'q',
      kind: 'start',
      title: 'Start an agent?',
      askedAt: '2026-11-15T09:30:01.000Z',
      url: 'http://127.0.0.1:4444/questions/q',
    });
    await tab.until((message) => message.type === 'work:state' && message.questions.length === 1);
    await store.questions.remove('q');
    await tab.until((message) => message.type === 'work:state' && message.questions.length === 0);
    expect(await offer()).toEqual({ status: 202 });
    expect(started).toHaveLength(1);
    started[0]?.resolve();
    await expect.poll(() => started.length).toBe(2);
  });

  it('is refused for visitors, other origins and a link, and where no program is installed', async () => {
    const startWork = () => Promise.reject(new Error('must not be called'));
    const { url, errors } = await startHub({ startWork, guard: { token } });
    const post = (headers: Record<string, string>) => send(url, 'offer', { method: 'POST', headers });
    expect(await post(visitor)).toEqual({ status: 403, code: 'work/not-local' });
    expect(await post({ origin: 'http://localhost:3000' })).toEqual({ status: 403, code: 'origin/foreign' });
    expect(await send(url, 'offer')).toEqual({ status: 404, code: 'api/unknown' });
    expect(errors).toEqual([]);
    const without = await startHub();
    expect(await send(without.url, 'offer', { method: 'POST' })).toEqual({
      status: 409,
      code: 'work/no-program',
    });
  });
});

it('sends the diffs of one step to pages on this machine only', async () => {
  const diffs = [{ file: 'src/Card.tsx', patch: '-a\n+b\n' }];
  const step = { id: 'a/1', kind: 'edit', title: 'Edit', status: 'completed', files: [], diffs } as const;
  const work: Work = {
    id: uuidOf(5),
    agentName: 'Claude',
    state: 'working',
    startedAt: '2026-11-15T09:30:00.000Z',
    steps: [{ ...step, files: [], diffs }],
  };
  const { url, store } = await startHub({ guard: { token } });
  await store.works.save(work);
  const path = `${work.id}/a%2F1/diffs`;
  const response = await fetch(`${url}/__annotate/api/work/${path}`);
  expect(await response.json()).toEqual({ diffs });
  expect(await send(url, `${work.id}/other/diffs`)).toEqual({ status: 404, code: 'work/unknown-step' });
  expect(await send(url, path, { headers: visitor })).toEqual({ status: 403, code: 'work/not-local' });
});

describe('the program', () => {
  const install = (script: string) => {
    const root = temporaryFolder();
    const folder = join(root, 'node_modules/annotate-mcp');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "bin": { "annotate-mcp": "bin.mjs" } }');
    writeFileSync(join(folder, 'bin.mjs'), script);
    return { root, program: findProgram(root), file: join(folder, 'bin.mjs') };
  };

  it('is the one of the project, and gets its root and store', async () => {
    const { root, program, file } = install(
      `import { writeFileSync } from 'node:fs'; writeFileSync('said', JSON.stringify(process.argv.slice(2)));`,
    );
    expect(program).toEqual([process.execPath, file]);
    await workStarterOf(program, root, 'sqlite:/a')?.();
    const said: unknown = JSON.parse(readFileSync(join(root, 'said'), 'utf8'));
    expect(said).toEqual(['work', '--offer', '--root', root, '--store', 'sqlite:/a']);
  });

  it('says why it failed and what to do', async () => {
    const { root, program } = install(`console.error('No agent is installed.'); process.exitCode = 1;`);
    await expect(workStarterOf(program, root, 'sqlite:/a')?.()).rejects.toMatchObject({
      message: 'The program that starts agents has failed: No agent is installed.',
      hint: 'Run npx annotate-mcp work in a terminal.',
    });
    await expect(workStarterOf([join(root, 'none')], root, 'sqlite:/a')?.()).rejects.toThrow('ENOENT');
  });

  it('is not started for a store that only this process has', () => {
    expect(workStarterOf(['node'], '/a', 'memory:')).toBeUndefined();
  });
});
