/** An annotation that the person gives to another agent, as both agents get it, through real MCP clients. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { handOver } from '@annotate-mcp/core';
import { sampleAnnotation, sampleAuthor, uuidOf } from '@annotate-mcp/core/testing';

import { startLinked } from '../testing/linked-client.ts';

const id = uuidOf(1);

async function startProject() {
  const started = await startLinked();
  const { root, store } = started;
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...args], { cwd: root });
  writeFileSync(join(root, 'card.css'), 'b { color: red }\n');
  git('init', '--quiet');
  git('add', 'card.css');
  git('commit', '--quiet', '-m', 'first');
  await store.add(sampleAnnotation({ id, kind: 'page' }));
  const first = await started.connect('claude-code');
  const second = await started.connect('codex');
  const give = (to: string | null) =>
    store.update(id, (annotation) => handOver(annotation, sampleAuthor, new Date(), to));
  return { ...started, first, second, give };
}

it('the next agent gets what the first one changed and said, in the words of its claim', async () => {
  const { root, first, second, give } = await startProject();
  await first.call('acknowledge', { id });
  writeFileSync(join(root, 'card.css'), 'b { color: green }\n');
  await first.call('resolve', { id, summary: 'It is green now.' });
  await give('codex');
  expect(await second.call('watch_annotations', { timeoutMs: 0 })).toMatchObject({
    annotations: [{ id, triedBefore: 1 }],
  });
  const tried = [
    {
      agent: 'claude-code',
      ended: 'It said that it was done. What it changed is still in the files.',
      said: ['It is green now.'],
      files: ['card.css'],
      diff: expect.stringContaining('-b { color: red }\n+b { color: green }') as string,
    },
  ];
  expect(await second.call('acknowledge', { id })).toMatchObject({ ok: true, tried });
  expect(await second.call('get_annotation', { id })).toMatchObject({ annotation: { tried } });
});

it('the first agent is told once with its next call, and can neither take nor end it', async () => {
  const { first, second, give, store } = await startProject();
  await first.call('acknowledge', { id });
  await give(null);
  const notice = `The person gave annotation ${id} to another agent. Stop working on it, and leave its files as they are: the next agent is told what you tried.`;
  await expect(first.call('resolve', { id })).rejects.toThrow(notice);
  expect(await first.call('list_sessions')).not.toHaveProperty('notices');
  await expect(first.call('acknowledge', { id })).rejects.toThrow(/gave annotation/);
  expect(await first.call('watch_annotations', { timeoutMs: 0 })).toMatchObject({ status: 'timeout' });
  await second.call('acknowledge', { id });
  expect(await store.get(id)).toMatchObject({ claim: { agentName: 'codex' } });
});

it('a patch that this user has not sealed is told to no agent', async () => {
  const { first, second, store, root, give } = await startProject();
  await first.call('acknowledge', { id });
  writeFileSync(join(root, 'card.css'), 'b { color: green }\n');
  await first.call('resolve', { id, summary: 'Done.' });
  await give('codex');
  await store.update(id, (annotation) => {
    const [attempt] = annotation.tried ?? [];
    if (attempt?.edited === undefined) throw new Error('Nothing was tried.');
    return { ...annotation, tried: [{ ...attempt, edited: { ...attempt.edited, seal: 'x'.repeat(43) } }] };
  });
  const { tried } = (await second.call('acknowledge', { id })) as { tried: object[] };
  expect(tried[0]).toMatchObject({ files: ['card.css'] });
  expect(tried[0]).not.toHaveProperty('diff');
});
