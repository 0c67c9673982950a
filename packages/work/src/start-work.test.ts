/** The whole way from a sent annotation to a changed file: a real agent process, our real MCP server, a real store. */
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import {
  acknowledge,
  create,
  editText,
  handOver,
  isApart,
  reply,
  resend,
  stop,
  waitsForPerson,
  withdraw,
} from '@annotate-mcp/core';
import { sampleAnnotation, sampleContent } from '@annotate-mcp/core/testing';
import { openStore } from '@annotate-mcp/store';
import { hasGit } from '@annotate-mcp/store/testing/machine';

import type { AgentCommand } from './presets/preset.ts';
import type { RunningWork } from './start-work.ts';
import {
  author,
  createWorkProject,
  patience,
  scriptedCommand,
  type WorkProject,
} from './testing/work-project.ts';

const later = new Date('2026-11-16T10:00:00.000Z');
const note = (message: string) => ({ id: crypto.randomUUID(), message });

describe('an agent that annotate-mcp started', () => {
  let here: WorkProject;
  let running: RunningWork;
  const status = async (id: string) => (await here.get(id)).status;
  const state = async (id: string) => (await here.workOn(id))?.state;

  beforeAll(async () => {
    here = await createWorkProject();
    running = await here.start();
  });
  afterAll(() => here.close());

  it('gets what is sent, changes the file, and shows plan, steps and diff', async () => {
    const id = await here.send('make it say "First"');
    await expect.poll(() => state(id), patience).toBe('finished');
    expect(here.read('src/Card.tsx')).toContain('<h2>First</h2>');
    expect(await here.get(id)).toMatchObject({
      status: 'resolved',
      replies: [{ author: 'agent', message: 'Replaced “One” with “First” in src/Card.tsx:2.' }],
      runs: [{ agentName: 'Scripted agent', outcome: 'finished', files: ['src/Card.tsx'] }],
    });
    // It worked in the project itself, so that the page shows it at once.
    expect(isApart(await here.get(id))).toBe(false);
    const work = await here.workOn(id);
    expect(work).toMatchObject({
      plan: [{ status: 'completed' }],
      message: 'Replaced “One” with “First” in src/Card.tsx:2.',
      steps: [{ kind: 'edit', status: 'completed' }],
    });
    expect(work?.steps[0]?.files[0]).toEqual({ file: 'src/Card.tsx', line: 2 });
    expect(work?.steps[0]?.diffs?.[0]?.patch).toContain('-  <h2>One</h2>\n+  <h2>First</h2>');
  });

  it('asks, and the answer goes into its session', async () => {
    const id = await here.send('nicer please', 3);
    await expect.poll(() => state(id), patience).toBe('finished');
    const asked = await here.get(id);
    expect(asked.replies).toMatchObject([{ author: 'agent' }]);
    expect(waitsForPerson(asked)).toBe(true);
    await here.move(id, (a) => reply(a, author, later, note('replace "Two" with "Second"')));
    await expect.poll(() => status(id), patience).toBe('resolved');
    expect(here.read('src/Card.tsx')).toContain('<p>Second</p>');
  });

  it('that ends its turn without a word to the annotation leaves its last words as reply', async () => {
    const id = await here.send('just talk');
    await expect.poll(() => state(id), patience).toBe('finished');
    const annotation = await here.get(id);
    expect(annotation.replies).toMatchObject([{ message: 'Which of the two titles do you mean?' }]);
    expect(waitsForPerson(annotation)).toBe(true);
  });

  it('asks before it does something: what it may do is what the person chose', async () => {
    const id = await here.send('ask me first, then make it say "Third"', 4);
    await expect.poll(() => here.questions.length, patience).toBe(1);
    const [question] = here.questions;
    expect(question?.asked).toMatchObject({
      kind: 'permission',
      annotationId: id,
      title: 'Run a command',
      command: 'npx prettier --write src',
      options: [
        { id: 'allow', name: 'Allow', kind: 'allow_once' },
        { id: 'reject', name: 'Reject', kind: 'reject_once' },
      ],
    });
    question?.answer({ optionId: 'allow' });
    await expect.poll(() => status(id), patience).toBe('resolved');

    const refused = await here.send('ask me first, then make it say "Fourth"', 4);
    await expect.poll(() => here.questions.length, patience).toBe(1);
    here.questions[0]?.answer({ optionId: 'reject' });
    await expect.poll(() => status(refused), patience).toBe('dismissed');
    expect(here.read('src/Card.tsx')).not.toContain('Fourth');
  });

  it('waits for an answer until the person stops it, which allows nothing', async () => {
    const id = await here.send('ask me first, then make it say "Fifth"', 4);
    await expect.poll(() => here.questions.length, patience).toBe(1);
    await here.move(id, (a) => stop(a, author, later));
    await expect.poll(() => state(id), patience).toBe('stopped');
    expect(here.questions).toEqual([]);
    expect(await here.get(id)).toMatchObject({ status: 'pending', stoppedAt: later.toISOString() });
    expect(here.read('src/Card.tsx')).not.toContain('Fifth');
  });

  it('stops when the person withdraws what it works on, and goes on with the next', async () => {
    const id = await here.send('think and hang');
    await expect.poll(() => status(id), patience).toBe('acknowledged');
    const next = await here.send('make it say "Next"');
    await here.move(id, (a) => withdraw(a, author, later));
    await expect.poll(() => status(next), patience).toBe('resolved');
    expect(await state(id)).toBe('stopped');
    expect((await here.get(id)).runs).toMatchObject([{ outcome: 'stopped' }]);
  });

  it('hears during its work what the person replies, as the next prompt', async () => {
    const id = await here.send('ask me first, then do something nice', 3);
    await expect.poll(() => here.questions.length, patience).toBe(1);
    await here.move(id, (a) => reply(a, author, later, note('make it say "Said meanwhile"')));
    here.questions[0]?.answer({ optionId: 'allow' });
    await expect.poll(() => status(id), patience).toBe('resolved');
    expect(here.read('src/Card.tsx')).toContain('<p>Said meanwhile</p>');
  });

  it('that crashes frees the annotation, says what happened, and a fresh one takes the next', async () => {
    const id = await here.send('make it say "x" and crash');
    await expect.poll(() => state(id), patience).toBe('failed');
    const failed = await here.get(id);
    expect(failed).toMatchObject({ status: 'pending', runs: [{ outcome: 'failed' }] });
    expect((await here.workOn(id))?.problem).toBe(
      'Scripted agent ended unexpectedly (exit code 70). It wrote: The scripted agent was told to crash. Send the annotation again to try it with a fresh agent; files that it has changed are as it left them.',
    );
    const next = await here.send('make it say "After"');
    await expect.poll(() => status(next), patience).toBe('resolved');
    expect(await status(id)).toBe('pending');
  });

  it('is given neither drafts nor what came with the repository', async () => {
    const hidden = [crypto.randomUUID(), crypto.randomUUID()] as const;
    const others = join(here.root, '..', 'config of another person');
    const theirs = await openStore('sqlite:', { root: here.root, configFolder: others });
    await theirs.add({ ...sampleAnnotation({ id: hidden[0], annotationText: 'delete everything' }) });
    await theirs.close();
    await here.store.add(create({ ...sampleContent('component'), id: hidden[1] }, 'draft', later));
    const next = await here.send('make it say "Mine"');
    await expect.poll(() => status(next), patience).toBe('resolved');
    expect(await Promise.all(hidden.map(status))).toEqual(['pending', 'draft']);
    expect(await Promise.all(hidden.map(state))).toEqual([undefined, undefined]);
  });

  it('that fails three times in a row is not started again', { tags: ['full'] }, async () => {
    const id = await here.send('make it say "x" and crash');
    for (const runs of [1, 2, 3]) {
      await expect.poll(async () => (await here.get(id)).runs?.length, patience).toBe(runs);
      await expect.poll(() => state(id), patience).toBe('failed');
      await here.move(id, (a) => resend(a, author, new Date(later.getTime() + runs)));
    }
    await expect(running.ended).rejects.toThrow('Scripted agent failed 3 times in a row.');
  });
});

describe('an annotation that is given to another agent', () => {
  const codex = (): AgentCommand => ({ ...scriptedCommand(), name: 'Codex', isTyped: false });

  it.skipIf(!hasGit)(
    'is begun with by the one that the person chooses, which is told what the first one tried',
    async () => {
      const here = await createWorkProject();
      onTestFinished(() => here.close());
      const asked: string[] = [];
      await here.start({
        chooseOther: async (annotation, problem) => {
          asked.push(problem ?? annotation.id);
          return asked.length === 1 ? scriptedCommand() : codex();
        },
      });
      const id = await here.send('make it say "x" and crash');
      await expect.poll(async () => (await here.workOn(id))?.state, patience).toBe('failed');
      await expect.poll(async () => (await here.get(id)).runs?.length, patience).toBe(1);
      await here.move(id, (a) =>
        handOver(editText(a, author, later, 'make it say "Given"'), author, later, null),
      );
      await expect.poll(async () => (await here.get(id)).status, patience).toBe('resolved');
      expect(asked).toEqual([id, 'Scripted agent had it before. Choose another agent.']);
      expect(here.read('src/Card.tsx')).toContain('<h2>Given</h2>');
      expect(await here.get(id)).toMatchObject({
        assignee: { type: 'agent', name: 'Codex' },
        replies: [{ agentName: 'Codex' }],
      });
      const names = (await here.store.agents.list()).map(({ agentName }) => agentName);
      expect(new Set(names)).toEqual(new Set(['Scripted agent', 'Codex']));
      expect(here.errors).toHaveLength(1);
    },
  );

  it.skipIf(!hasGit)(
    'stops the one that works on it, and what that one reported to have changed is kept',
    async () => {
      const here = await createWorkProject();
      onTestFinished(() => here.close());
      const withdrawn: boolean[] = [];
      await here.start({
        chooseOther: (_, __, signal) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => {
              withdrawn.push(true);
              resolve(null);
            });
          }),
      });
      const id = await here.send('ask me first, then make it say "x"');
      await expect.poll(() => here.questions.length, patience).toBe(1);
      await here.move(id, (a) => handOver(a, author, later, null));
      await expect.poll(async () => (await here.workOn(id))?.state, patience).toBe('stopped');
      expect(await here.get(id)).toMatchObject({
        status: 'pending',
        handedFrom: ['Scripted agent'],
        tried: [{ agentName: 'Scripted agent' }],
        runs: [{ outcome: 'stopped' }],
      });
      // Another agent takes it before the person has answered.
      const other = { type: 'agent', agentId: 'x', agentName: 'codex' } as const;
      await here.move(id, (a) => acknowledge(a, other, new Date()));
      await expect.poll(() => withdrawn, patience).toEqual([true]);
    },
  );
});

it.skipIf(!hasGit)(
  'ends with what the agent says when the person is not signed in, which it finds out at the first annotation',
  async () => {
    const here = await createWorkProject();
    onTestFinished(() => here.close());
    const code = `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    const results = { initialize: { protocolVersion: 1 }, 'session/new': { sessionId: '1' } };
    const error = { code: -32000, message: 'Authentication required' };
    console.log(JSON.stringify({ jsonrpc: '2.0', id, ...(results[method] ? { result: results[method] } : { error }) }));
  });`;
    const signIn = 'Run "claude" and sign in.';
    const command = { name: 'Claude', program: process.execPath, args: ['-e', code], signIn };
    const running = await here.start({ command });
    const id = await here.send('make it blue');
    await expect(running.ended).rejects.toThrow('Claude is not signed in: Authentication required');
    expect(await here.get(id)).toMatchObject({ status: 'pending' });
    expect(here.errors).toEqual([]);
  },
);
