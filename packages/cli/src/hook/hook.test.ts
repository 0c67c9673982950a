import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { acknowledge, type Annotation, release, reopen, reply, resolve } from '@annotate-mcp/core';
import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { setUpCli, type TestProject } from '../testing/test-project.ts';

const { createProject } = setUpCli();

const agent = { type: 'agent', agentId: uuidOf(80), agentName: 'claude-code' } as const;
const now = () => new Date();
const note = (message: string) => ({ id: crypto.randomUUID(), message });
const pending = (n: number) => sampleAnnotation({ id: uuidOf(n), annotationText: `secret wish ${n}` });

describe('the stop hook', () => {
  it('sends the agent on while it was not told of an open annotation, and lets it stop then', async () => {
    const here = await projectWith(pending(1), pending(2));
    const { decision, reason } = await stop(here);
    expect(decision).toBe('block');
    expect(reason).toMatch(/^2 annotations are open .*get_all_pending/);
    expect(reason).not.toContain('secret wish');
    expect(await stop(here, { stop_hook_active: true })).toEqual({});
    expect(await stop(here)).toEqual({});
    await here.fill([pending(3)]);
    expect((await stop(here, { stop_hook_active: true })).reason).toMatch(
      /^1 annotation is open .*\(3 are open in all\)/,
    );
  });

  it('sends the agent on for a comment on a document', async () => {
    const here = createProject();
    const comment = sampleAnnotation({ id: uuidOf(1), kind: 'markdown' });
    await here.fill([comment], 'json:.claude/md-comments/plan.json');
    expect((await stop(here)).reason).toMatch(/^1 annotation is open /);
  });

  it('tells every session of an agent once', async () => {
    const here = await projectWith(pending(1));
    expect(await stop(here)).toMatchObject({ decision: 'block' });
    expect(await stop(here, { session_id: '../../other' })).toMatchObject({ decision: 'block' });
    expect(await stop(here, { session_id: '../../other' })).toEqual({});
    expect(readdirSync(hooksFolder(here)).filter((name) => !/^[\da-f]{32}\.json$/.test(name))).toEqual([]);
  });

  it('is never sent back by what agents do, only by the person', async () => {
    const here = await projectWith(pending(1));
    const store = await here.open();
    await stop(here);
    await store.update(uuidOf(1), (annotation) => acknowledge(annotation, agent, now()));
    expect(await stop(here)).toEqual({});
    await store.update(uuidOf(1), (annotation) => release(annotation, agent, now()));
    expect(await stop(here)).toEqual({});
    await store.update(uuidOf(1), (annotation) =>
      reply(annotation, person(annotation), now(), note('And blue')),
    );
    expect(await stop(here)).toMatchObject({ decision: 'block' });
    await store.update(uuidOf(1), (annotation) => resolve(annotation, agent, now()));
    expect(await stop(here)).toEqual({});
    await store.update(uuidOf(1), (annotation) => reopen(annotation, person(annotation), now()));
    expect(await stop(here)).toMatchObject({ decision: 'block' });
    expect(await stop(here)).toEqual({});
  });

  it('leaves alone what an agent has answered, what another agent holds, and what came with the repository', async () => {
    const here = await projectWith(pending(1), pending(2));
    await here.fillAsOther([pending(3)]);
    const store = await here.open();
    await store.update(uuidOf(1), (annotation) => reply(annotation, agent, now(), note('Which one?')));
    await store.update(uuidOf(2), (annotation) => acknowledge(annotation, agent, now()));
    expect(await stop(here)).toEqual({});
  });

  it('reminds the only connected agent of what it holds', async () => {
    const here = await projectWith(pending(1));
    const store = await here.open();
    await announce(store, agent.agentId);
    await store.update(uuidOf(1), (annotation) => acknowledge(annotation, agent, now()));
    expect(await stop(here)).toMatchObject({ decision: 'block' });
    await announce(store, uuidOf(81));
    expect(await stop(here, { session_id: 'second' })).toEqual({});
  });

  it('leaves open annotations to an agent that waits for them', async () => {
    const here = await projectWith(pending(1));
    await announce(await here.open(), uuidOf(81), true);
    expect(await stop(here)).toEqual({});
  });

  it('does not send an agent on that plans', async () => {
    const here = await projectWith(pending(1));
    expect(await stop(here, { permission_mode: 'plan' })).toEqual({});
    expect(await stop(here, { permission_mode: 'default' })).toMatchObject({ decision: 'block' });
  });

  it('can be turned off and on by the person, outside of the repository', async () => {
    const here = await projectWith(pending(1));
    const before = Object.keys(here.files());
    expect((await here.run(['hook', 'stop', '--off'])).stdout).toContain(`off in ${here.project}`);
    expect(await stop(here)).toEqual({});
    expect(Object.keys(here.files())).toEqual(before);
    expect((await here.run(['hook', 'stop', '--on'])).code).toBe(0);
    expect(await stop(here)).toMatchObject({ decision: 'block' });
    expect((await here.run(['hook', 'session-start', '--off'])).stderr).toContain('cannot be turned off');
  });

  it('lets the agent stop when it cannot remember what it said', async () => {
    const here = await projectWith(pending(1));
    mkdirSync(join(hooksFolder(here), '..'), { recursive: true });
    writeFileSync(hooksFolder(here), 'a file where the folder should be');
    expect(await stop(here)).toEqual({});
  });
});

describe('the note at the start of a session', () => {
  it('has numbers and no text of an annotation', async () => {
    const here = await projectWith(pending(1), pending(2));
    await here.fillAsOther([pending(3)]);
    const { stdout } = await hook(here, 'session-start', { session_id: 'one', source: 'startup' });
    const { hookSpecificOutput } = JSON.parse(stdout) as { hookSpecificOutput: Record<string, string> };
    expect(hookSpecificOutput.hookEventName).toBe('SessionStart');
    expect(hookSpecificOutput.additionalContext).toMatch(
      /2 annotations wait for an agent .*1 annotation came with the repository/,
    );
    expect(stdout).not.toContain('secret wish');
  });

  it('is left out when nothing waits', async () => {
    const here = await projectWith(sampleAnnotation({ status: 'resolved' }));
    expect(await hook(here, 'session-start', { session_id: 'one' })).toEqual(silence);
  });

  it('removes what long finished sessions left behind', async () => {
    const here = await projectWith(pending(1));
    await stop(here);
    const [name = ''] = readdirSync(hooksFolder(here));
    utimesSync(join(hooksFolder(here), name), 0, 0);
    await hook(here, 'session-start', { session_id: 'two' });
    expect(readdirSync(hooksFolder(here))).toEqual([]);
  });
});

const silence = { code: 0, stdout: '', stderr: '' };

describe.each(['stop', 'session-start', 'plan'])('the hook %s', (name) => {
  it.each([
    { what: 'no store', input: '{"session_id":"one"}' },
    { what: 'no JSON', input: 'not JSON' },
    { what: 'nothing', input: '' },
    { what: 'other JSON', input: '{"session_id":7}' },
  ])('is silent and succeeds with $what', async ({ input }) => {
    const here = createProject();
    expect(await here.run(['hook', name], { input })).toEqual(silence);
    expect(here.files()).toEqual({});
  });

  it('is silent and succeeds with a store that cannot be read', async () => {
    const here = createProject();
    here.write('.annotate/store.db', 'not a database');
    expect(await hook(here, name, { session_id: 'one' })).toEqual(silence);
    expect(here.read('.annotate/store.db')).toBe('not a database');
    expect((await here.run(['hook', name, '--debug'], { input: 'x' })).stderr).not.toBe('');
  });
});

it('finds the project that the agent works in, from another folder', async () => {
  const here = await projectWith(pending(1));
  const input = JSON.stringify({ session_id: 'one', cwd: here.project });
  const { stdout } = await here.run(['hook', 'stop'], { input, cwd: here.home });
  expect(JSON.parse(stdout)).toMatchObject({ decision: 'block' });
});

async function projectWith(...annotations: Annotation[]): Promise<TestProject> {
  const here = createProject();
  await here.fill(annotations);
  return here;
}

async function stop(here: TestProject, more: object = {}): Promise<{ decision?: string; reason?: string }> {
  const { code, stdout, stderr } = await hook(here, 'stop', { session_id: 'one', ...more });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout === '' ? {} : (JSON.parse(stdout) as { decision?: string; reason?: string });
}

async function hook(here: TestProject, name: string, input: object) {
  return here.run(['hook', name], { input: JSON.stringify({ cwd: here.project, ...input }) });
}

async function announce(
  store: Awaited<ReturnType<TestProject['open']>>,
  agentId: string,
  waiting = false,
): Promise<void> {
  await store.agents.announce({ agentId, agentName: 'claude-code', waiting, since: now().toISOString() });
}

function person({ authorId }: Annotation) {
  return { type: 'person', authorId } as const;
}

function hooksFolder({ home }: TestProject): string {
  return join(home, '.cache', 'annotate-mcp', 'hooks');
}
