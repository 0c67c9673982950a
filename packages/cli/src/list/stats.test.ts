import { stripVTControlCharacters } from 'node:util';

import { describe, expect, it } from 'vitest';

import {
  accept,
  acknowledge,
  type Annotation,
  dismiss,
  relink,
  reply,
  resolve,
  submit,
} from '@annotate-mcp/core';
import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { runHere } from '../testing/in-process.ts';
import { setUpCli } from '../testing/test-project.ts';

const { createProject } = setUpCli();

const at = (minute: number) => new Date(Date.UTC(2026, 10, 15, 9, minute));
const agent = (agentName: string) => ({ type: 'agent', agentId: uuidOf(90), agentName }) as const;
const note = (message: string) => ({ id: crypto.randomUUID(), message });
const edit = (file: string) => ({ file, effect: 'added', lines: ['x'] }) as const;

function pending(n: number): Annotation {
  return sampleAnnotation({ id: uuidOf(n), at: at(0), annotationText: `Wish ${n}` });
}

function resolved(n: number, by: string, minutes: number, ...files: string[]): Annotation {
  const edits = files.map((file) => ({ ...edit(file), lines: ['x'] }));
  return resolve(pending(n), agent(by), at(minutes), note('Done.'), { edits });
}

const all = [
  resolved(1, 'claude-code', 2, 'a.ts', 'b.ts', 'a.ts'),
  resolved(2, 'claude-code', 10, 'a.ts'),
  resolved(3, 'codex', 1),
  dismiss(pending(4), agent('claude-code'), at(3), note('No')),
  acknowledge(pending(5), agent('codex'), at(3)),
  reply(pending(6), agent('codex'), at(3), note('Which?')),
  pending(7),
];

interface Stats {
  annotations: { id: string; agent: string | null; durationMs: number | null; files: string[] }[];
  agents: object[];
  more: boolean;
}

describe('list --stats', () => {
  it('says per annotation which agent it was, how long it took and which files changed', async () => {
    const { annotations, agents, more } = await stats();
    expect(more).toBe(false);
    expect(annotations.find(({ id }) => id === uuidOf(1))).toEqual({
      id: uuidOf(1),
      status: 'resolved',
      agent: 'claude-code',
      durationMs: 120_000,
      files: ['a.ts', 'b.ts'],
      tokens: null,
      text: 'Wish 1',
    });
    expect(annotations.find(({ id }) => id === uuidOf(7))).toMatchObject({ agent: null, durationMs: null });
    expect(agents).toEqual([
      { agent: 'claude-code', resolved: 2, dismissed: 1, open: 0, medianMs: 360_000, files: 2, tokens: null },
      { agent: 'codex', resolved: 1, dismissed: 0, open: 2, medianMs: 60_000, files: 0, tokens: null },
    ]);
  });

  it('counts the time of a draft from when it was sent, also after it got a new target', async () => {
    const draft = sampleAnnotation({ id: uuidOf(1), at: at(0), status: 'draft' });
    const author = { type: 'person', authorId: draft.authorId } as const;
    const sent = submit(draft, author, at(30));
    const place = { kind: 'page', pageUrl: 'http://localhost/', pageTitle: 'Shop' } as const;
    const done = resolve(relink(sent, author, at(31), place), agent('codex'), at(32), note('Done.'));
    expect((await statsIn([done])).annotations).toMatchObject([{ durationMs: 120_000 }]);
  });

  it('counts the files and tokens of agents that were started for an annotation', async () => {
    const run = { agentName: 'gemini', startedAt: at(1).toISOString(), endedAt: at(2).toISOString() };
    const worked: Annotation = {
      ...pending(1),
      runs: [
        { ...run, outcome: 'failed', files: ['a.ts'], tokens: 100 },
        { ...run, outcome: 'finished', files: ['a.ts', 'c.ts'], tokens: 20 },
      ],
    };
    const { annotations, agents } = await statsIn([worked]);
    expect(annotations).toMatchObject([{ agent: 'gemini', files: ['a.ts', 'c.ts'], tokens: 120 }]);
    expect(agents).toMatchObject([{ agent: 'gemini', tokens: 120, files: 2 }]);
  });

  it('counts all that match for each agent, and lists the newest', async () => {
    const { annotations, agents, more } = await stats('--limit', '1', '--status', 'resolved');
    expect({ listed: annotations.length, agents: agents.length, more }).toEqual({
      listed: 1,
      agents: 2,
      more: true,
    });
  });

  it('has no time for a record of an older release, and no files after the person accepted', async () => {
    const { resolvedAt, ...older } = { resolvedAt: '', ...resolved(1, 'codex', 2) };
    expect(resolvedAt).not.toBe('');
    const done = resolved(2, 'codex', 2, 'a.ts');
    const accepted = accept(done, { type: 'person', authorId: done.authorId }, at(5));
    const { annotations, agents } = await statsIn([older, accepted]);
    expect(annotations.map(({ durationMs, files }) => ({ durationMs, files }))).toEqual([
      { durationMs: 120_000, files: [] },
      { durationMs: null, files: [] },
    ]);
    expect(agents).toMatchObject([{ medianMs: 120_000 }]);
  });

  it('is two tables on a screen, and lines with tabs in a pipe', async () => {
    const here = createProject();
    await here.fill(all.slice(0, 2));
    const piped = await here.run(['list', '--stats']);
    expect(piped.stdout.split('\n')[0]).toBe(`${uuidOf(2)}\tresolved\tclaude-code\t600000\ta.ts\t\tWish 2`);
    expect(piped.stderr).toContain('median time');
    const { stdout } = await runHere(['list', '--stats', '--root', here.project], { screen: true });
    expect(stripVTControlCharacters(stdout)).toContain('resolved  claude-code  2 min   a.ts, b.ts  Wish 1');
    expect(stripVTControlCharacters(stdout)).toMatch(/claude-code\s+2\s+0\s+0\s+6 min\s+2\s+–\n/);
  });

  it('says that nothing matches', async () => {
    const { stdout, stderr } = await createProject().run(['list', '--stats']);
    expect({ stdout, stderr }).toEqual({ stdout: '', stderr: 'No annotation matches.\n' });
  });
});

async function stats(...args: string[]): Promise<Stats> {
  return statsIn(all, ...args);
}

async function statsIn(annotations: readonly Annotation[], ...args: string[]): Promise<Stats> {
  const here = createProject();
  await here.fill(annotations);
  const { code, stdout } = await here.run(['list', '--stats', '--json', ...args]);
  expect(code).toBe(0);
  return JSON.parse(stdout) as Stats;
}
