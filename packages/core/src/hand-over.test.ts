import { describe, expect, it } from 'vitest';

import type { Annotation } from './annotation.ts';
import { applyHolder } from './apply-holder.ts';
import { isForAgent, isLeftToAgent } from './assignment.ts';
import { canBeHandedOver, handOver } from './hand-over.ts';
import {
  accept,
  acknowledge,
  assign,
  dismiss,
  endTurn,
  recordRun,
  release,
  reopen,
  reply,
  resolve,
  stop,
  undo,
  withdraw,
} from './moves.ts';
import { sampleAgent, sampleAnnotation, sampleAuthor, sampleTime, uuidOf } from './testing.ts';
import { describeAttempt, lastAgentOf, summarizeAttempt } from './tried.ts';
import { turnOf } from './turn.ts';

const at = (seconds: number) => new Date(sampleTime.getTime() + seconds * 1_000);
const note = (message: string) => ({ id: uuidOf(message.length + 500), message });
const system = { type: 'system' } as const;
const codex = { type: 'agent', agentId: 'agent-2', agentName: 'codex' } as const;
const pending = sampleAnnotation();
const held = acknowledge(pending, sampleAgent, at(1));
const edited = { files: [{ file: 'src/a.css' }], patch: 'a'.repeat(64), seal: 's' };
const done = resolve(held, sampleAgent, at(2), note('Made it bold.'), { edited });
const apply = applyHolder('1');
const asked = acknowledge(pending, apply, at(1));
const applied = resolve(asked, apply, at(2), note('Written.'), { edited: { ...edited, by: 'person' } });
const run = (outcome: 'finished' | 'failed') => ({
  agentName: 'Claude',
  startedAt: at(1).toISOString(),
  endedAt: at(3).toISOString(),
  outcome,
  files: ['src/b.css'],
});

function withVerdict(annotation: Annotation, verdict: 'unchanged' | 'broken'): Annotation {
  const side = { takenAt: at(3).toISOString(), record: 'a.json' };
  const outside = { count: 0, pushed: 0, examples: [] };
  const failure = { kind: 'overlay' as const, message: 'Unexpected token' };
  const after = { ...side, verdict, changes: [], outside, ...(verdict === 'broken' && { failure }) };
  return { ...annotation, proof: { before: side, after } } as Annotation;
}

const cases: [name: string, annotation: Annotation, can: boolean][] = [
  ['a draft', sampleAnnotation({ status: 'draft' }), false],
  ['one that no agent has had', pending, false],
  ['one that an agent holds', held, true],
  [
    'one that an agent has answered',
    endTurn(reply(held, sampleAgent, at(2), note('Which?')), system, at(3)),
    true,
  ],
  ['one that the person has stopped', stop(held, sampleAuthor, at(2)), true],
  ['one that the person is asked to apply', asked, false],
  ['one that the person has not applied', stop(asked, sampleAuthor, at(2)), false],
  ['one that Apply has left to agents', release(asked, apply, at(2), note('Not written.')), false],
  ['one that the person has applied', applied, true],
  ['one whose agent is gone without a word', release(held, system, at(2)), true],
  ['one that its agent gave back', release(held, sampleAgent, at(2)), false],
  ['one whose agent has crashed', recordRun(pending, system, run('failed')), true],
  ['one whose agent has ended without a word', recordRun(pending, system, run('finished')), true],
  ['one that is done', done, true],
  ['one that the page does not show', withVerdict(done, 'unchanged'), true],
  [
    'one whose result waits to be applied',
    resolve(held, sampleAgent, at(2), undefined, { edited: { ...edited, apart: true } }),
    false,
  ],
  ['one that is accepted', accept(done, sampleAuthor, at(3)), false],
  ['one that an agent will not do', dismiss(held, sampleAgent, at(2), note('No')), true],
  ['one that is withdrawn', withdraw(held, sampleAuthor, at(2)), false],
  ['one of the repository', { ...done, origin: 'repository' }, false],
];

describe('what was applied for the person', () => {
  it('is told to the next agent as what the person did, also when they took it back', () => {
    const undone = undo(applied, sampleAuthor, at(3), note('Undone.'));
    const [attempt] = undone.tried ?? [];
    expect(undone.tried).toHaveLength(1);
    if (attempt === undefined) return;
    expect(describeAttempt(undone, attempt, null)).toMatchObject({
      agent: 'the person',
      ended:
        'The person applied what they had tried in the page, and took it back: the files are as they were before.',
      said: [],
    });
    expect(summarizeAttempt(attempt)).toBe('Applied before: taken back');
    expect(lastAgentOf(undone)).toBe(null);
  });

  it('is no attempt as long as nothing is written', () => {
    const left = release(asked, apply, at(2), note('Not written.'));
    expect(stop(asked, sampleAuthor, at(2))).not.toHaveProperty('tried');
    expect(release(asked, system, at(2))).not.toHaveProperty('tried');
    expect(stop(acknowledge(left, codex, at(3)), sampleAuthor, at(4)).tried).toMatchObject([
      { agentName: 'codex' },
    ]);
    expect(lastAgentOf(left)).toBe(null);
  });
});

describe('handing over', () => {
  it.each(cases)('%s', (_, annotation, can) => {
    expect(annotation.status !== 'draft' && canBeHandedOver(annotation)).toBe(can);
    const hand = () => handOver(annotation, sampleAuthor, at(9), 'codex');
    if (can) expect(hand()).toMatchObject({ status: 'pending', assignee: { type: 'agent', name: 'codex' } });
    else expect(hand).toThrow(/handed over|handOver/);
  });

  it('is for the author, and for another agent than the one that has it', () => {
    const other = { type: 'person', authorId: uuidOf(9) } as const;
    expect(() => handOver(held, other, at(9), 'codex')).toThrow(/not allowed/);
    expect(() => handOver(held, sampleAgent, at(9), 'codex')).toThrow(/held|allowed|already/);
    expect(() => handOver(held, sampleAuthor, at(9), 'Claude-Code')).toThrow(/has it or had it last/);
  });

  it('ends the claim, and leaves it to the named agent, which begins with it', () => {
    const given = handOver(held, sampleAuthor, at(9), 'codex');
    expect(given).not.toHaveProperty('claim');
    expect([isLeftToAgent(given, 'codex'), isLeftToAgent(given, 'claude-code')]).toEqual([true, false]);
    expect(() => acknowledge(given, sampleAgent, at(10))).toThrow(/assigned to codex/);
    expect(acknowledge(given, codex, at(10))).toMatchObject({ claim: { agentName: 'codex' } });
  });

  it('to no agent by name leaves it to all but those that it was taken from', () => {
    const given = handOver(done, sampleAuthor, at(9), null);
    const left = ['claude-code', 'codex', 'gemini'].map((name) => isForAgent(given, name));
    expect(left).toEqual([false, true, true]);
    const next = resolve(acknowledge(given, codex, at(10)), codex, at(11), note('Now it is bold.'));
    const again = handOver(next, sampleAuthor, at(12), null);
    expect(['claude-code', 'codex', 'gemini'].map((name) => isForAgent(again, name))).toEqual([
      false,
      false,
      true,
    ]);
    expect(again.tried?.map(({ agentName }) => agentName)).toEqual(['claude-code', 'codex']);
    const back = handOver(again, sampleAuthor, at(13), 'claude-code');
    expect([isForAgent(back, 'claude-code'), lastAgentOf(back)]).toEqual([true, 'codex']);
  });

  it('keeps the one that it was taken from from ending it, before the next one has begun', () => {
    const given = handOver(held, sampleAuthor, at(9), null);
    expect(() => resolve(given, sampleAgent, at(10))).toThrow(/gave annotation .* to another agent/);
    expect(() => dismiss(given, sampleAgent, at(10), note('No'))).toThrow(/gave annotation/);
    expect(() => acknowledge(given, sampleAgent, at(10))).toThrow(/gave annotation/);
    expect(resolve(given, sampleAuthor, at(10)).status).toBe('resolved');
    expect(reply(given, sampleAgent, at(10), note('I was nearly done.')).status).toBe('pending');
  });

  it('does not wait for the person when the first agent is stopped by it', () => {
    const given = handOver(recordRun(pending, system, run('failed')), sampleAuthor, at(2), 'codex');
    expect(turnOf(recordRun(given, system, run('failed')))).toBeNull();
  });

  it('can be taken back by assigning it to the first agent again', () => {
    const back = assign(handOver(held, sampleAuthor, at(9), null), sampleAuthor, at(10), {
      type: 'agent',
      name: 'claude-code',
    });
    expect(acknowledge(back, sampleAgent, at(11)).status).toBe('acknowledged');
  });
});

describe('what was tried', () => {
  const describeLast = (annotation: Annotation, diff: string | null = null) => {
    const attempt = annotation.tried?.at(-1);
    if (attempt === undefined) throw new Error('Nothing was tried.');
    return describeAttempt(annotation, attempt, diff);
  };

  it('has the words of the agent, its files and diff, and what the page showed', () => {
    const given = handOver(withVerdict(done, 'broken'), sampleAuthor, at(9), 'codex');
    expect(describeLast(given, '-a\n+b\n')).toEqual({
      agent: 'claude-code',
      ended: 'It said that it was done. What it changed is still in the files.',
      page: 'The page is broken. "Unexpected token"',
      said: ['Made it bold.'],
      files: ['src/a.css'],
      diff: '-a\n+b\n',
    });
    expect(given).not.toHaveProperty('proof');
  });

  it.each<[string, Annotation, string]>([
    [
      'undone',
      undo(done, sampleAuthor, at(3), note('Undone')),
      'The person took its changes back: the files are as they were before.',
    ],
    [
      'opened again',
      reopen(done, sampleAuthor, at(3)),
      'It said that it was done. What it changed is still in the files.',
    ],
    [
      'crashed',
      recordRun(pending, system, run('failed')),
      'It failed. What it changed is still in the files.',
    ],
    [
      'ended without a word',
      recordRun(pending, system, run('finished')),
      'It ended without a result. What it changed is still in the files.',
    ],
    ['taken away', held, 'It ended without a result.'],
  ])('says what became of one that was %s', (_, annotation, ended) => {
    expect(describeLast(handOver(annotation, sampleAuthor, at(9), 'codex')).ended).toBe(ended);
  });

  it.each<[string, Annotation, string]>([
    ['undone', undo(done, sampleAuthor, at(3), note('Undone')), 'taken back'],
    ['not compared', done, '1 file changed'],
    ['not seen', withVerdict(done, 'unchanged'), 'not seen on the page'],
    ['not done', held, 'no result'],
  ])('is one line for people: %s', (_, annotation, became) => {
    const [attempt] = handOver(annotation, sampleAuthor, at(9), 'codex').tried ?? [];
    if (attempt === undefined) throw new Error('Nothing was tried.');
    expect(summarizeAttempt(attempt)).toBe(`claude-code tried it before: ${became}`);
  });

  it('is told once, also when it was undone before it was handed over', () => {
    const undone = undo(done, sampleAuthor, at(3), note('Undone'));
    expect(handOver(undone, sampleAuthor, at(9), 'codex').tried).toHaveLength(1);
  });

  it('has the words of each attempt only, and the newest four attempts', () => {
    let annotation = reopen(done, sampleAuthor, at(3));
    for (let n = 1; n <= 5; n++) {
      const claimed = acknowledge(annotation, sampleAgent, at(n * 10));
      annotation = reopen(
        resolve(claimed, sampleAgent, at(n * 10 + 1), note('I'.repeat(n))),
        sampleAuthor,
        at(n * 10 + 2),
      );
    }
    expect(annotation.tried).toHaveLength(4);
    expect(annotation.tried?.map((attempt) => describeAttempt(annotation, attempt, null).said)).toEqual([
      // What is left out is before the first.
      ['Made it bold.', 'I', 'II'],
      ['III'],
      ['IIII'],
      ['IIIII'],
    ]);
  });

  it('is nothing where the agent gave it back', () => {
    expect(release(held, sampleAgent, at(2)).tried).toBeUndefined();
  });
});
