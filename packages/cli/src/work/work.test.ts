import { chmodSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Asked } from '@annotate-mcp/consent';
import { AnnotateError } from '@annotate-mcp/core';
import { sampleAnnotation } from '@annotate-mcp/core/testing';
import { rememberedChoice, type RunningWork } from '@annotate-mcp/work';

import { exitCodeOf, setUpCli } from '../testing/test-project.ts';

import { offerAgents } from './work.ts';

const { createProject } = setUpCli();
const agent = [process.execPath, join(import.meta.dirname, '../../../../demos/agent/src/acp.ts')];

describe('annotate-mcp work', () => {
  it('gives an agent what is sent, runs once for a project, and ends the agent with itself', async () => {
    const here = createProject();
    here.write('src/Card.tsx', '<h2>One</h2>\n');
    const child = here.start(['work', '--', ...agent]);
    let output = '';
    child.stdout.on('data', (data) => (output += String(data)));
    await expect.poll(() => output, { timeout: 30_000 }).toContain('Scripted agent waits for what you send.');
    const second = await here.runProgram(['work', '--', ...agent]);
    expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining('runs for') as unknown });

    const store = await here.open();
    const sourceLocation = { file: 'src/Card.tsx', line: 1, column: 1 };
    const place = { componentFilePath: 'src/Card.tsx', sourceLocation };
    const annotation = { ...sampleAnnotation({ annotationText: 'make it say "Two"' }), ...place };
    await store.add(annotation);
    await expect
      .poll(async () => (await store.get(annotation.id))?.status, { timeout: 30_000 })
      .toBe('resolved');
    expect(here.read('src/Card.tsx')).toBe('<h2>Two</h2>\n');
    expect(output).toContain('Scripted agent works on: make it say "Two"');
    await expect.poll(() => store.agents.list()).toHaveLength(2);

    child.kill('SIGTERM');
    expect(await exitCodeOf(child)).toBe(0);
    expect(await store.agents.list()).toEqual([]);
  });

  it('prints how the agent is set, and where that is changed', async () => {
    const here = createProject();
    const file = join(import.meta.dirname, '../../../work/src/testing/told-agent.ts');
    const options = ['Big', 'Small'].map((name) => ({ value: name, name }));
    const model = { id: 'm', name: 'Model', type: 'select', currentValue: 'Big', options };
    const announced = JSON.stringify({ session: { configOptions: [model] } });
    const child = here.start(['work', '--', process.execPath, file, announced]);
    let output = '';
    child.stdout.on('data', (data) => (output += String(data)));
    await expect
      .poll(() => output, { timeout: 30_000 })
      .toMatch(
        /told-agent\.ts is set to: Big\. Change it in the page, or at http:\/\/127\.0\.0\.1:\d+\/questions\//,
      );
    child.kill('SIGTERM');
    expect(await exitCodeOf(child)).toBe(0);
  });

  it('starts no program that the repository brings, and says what is missing', async () => {
    const here = createProject();
    for (const name of ['claude-agent-acp', 'claude', 'npx', 'gemini'])
      chmodSync(here.write(`node_modules/.bin/${name}`, '#!/bin/sh\ntouch ../started\n'), 0o755);
    const env = { PATH: join(here.project, 'node_modules/.bin') };
    expect(await here.run(['work', '--agent', 'claude'], { env })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Claude is not installed on this machine.') as unknown,
    });
    expect(await here.run(['work'], { env })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('No agent that annotate-mcp knows is installed.') as unknown,
    });
  });

  it.each([
    [['--agents', '2'], 'Several agents in one tree'],
    [['--agent', 'claude', '--', 'x'], 'Both --agent and a command'],
  ])('refuses %j', async (args, says) => {
    expect(await createProject().run(['work', ...args])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(says) as unknown,
    });
  });
});

describe('an agent that a page offers', () => {
  const none = { presets: [], programs: { find: () => null } };
  const { signal } = new AbortController();

  it('is started only when the person says so, and asked about again when it does not start', async () => {
    const asked: Asked[] = [];
    const started: unknown[] = [];
    const running: RunningWork = {
      agentName: 'Good agent',
      ended: Promise.resolve(),
      close: () => Promise.resolve(),
    };
    const answers = ['bad-agent', 'good-agent --acp'];
    const consent = {
      ask: async (question: Asked) => {
        asked.push(question);
        return { optionId: 'own-command', command: answers.shift() ?? '' };
      },
      close: () => Promise.resolve(),
    };
    const start = async (choice: unknown) => {
      started.push(choice);
      if (started.length === 1)
        throw new AnnotateError('work/not-installed', 'It is missing.', { hint: 'Install it.' });
      return running;
    };
    const { project: root } = createProject();
    expect(await offerAgents({ consent, available: none, root, start, signal })).toBe(running);
    expect(started).toEqual([{ command: ['bad-agent'] }, { command: ['good-agent', '--acp'] }]);
    expect(asked.map(({ text }) => text)).toEqual([expect.any(String), 'It is missing. Install it.']);
    expect(rememberedChoice(root)).toEqual({ command: ['good-agent', '--acp'] });
  });

  it('is not started when the person says no', async () => {
    const consent = { ask: async () => ({ optionId: 'none' }), close: () => Promise.resolve() };
    const start = () => Promise.reject(new Error('It was started.'));
    const { project: root } = createProject();
    expect(await offerAgents({ consent, available: none, root, start, signal })).toBeNull();
    expect(rememberedChoice(root)).toBeNull();
  });
});
