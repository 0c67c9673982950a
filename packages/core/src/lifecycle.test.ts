import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Annotation } from './annotation.ts';
import { AnnotateError } from './errors.ts';
import { handOver } from './hand-over.ts';
import { type Actor, lifecycle } from './lifecycle.ts';
import { approve, reanchor, relinkMarkdown } from './markdown-moves.ts';
import {
  accept,
  acknowledge,
  adopt,
  applied,
  assign,
  deleteOrWithdraw,
  discard,
  dismiss,
  editText,
  relink,
  release,
  recheck,
  recordRun,
  reopen,
  reply,
  resend,
  resolve,
  retarget,
  stop,
  submit,
  undo,
  withdraw,
} from './moves.ts';
import { receive } from './outside-replies.ts';
import { recordAfter, recordBefore, recordCheck } from './proof/record-proof.ts';
import { annotationSchema } from './schema/index.ts';
import type { Status } from './status.ts';
import { statuses } from './status.ts';
import {
  sampleAgent,
  sampleAnnotation,
  sampleAuthor,
  sampleOutsideReply,
  sampleTime,
  uuidOf,
} from './testing.ts';
import type { AgentRun } from './work.ts';

const later = new Date(sampleTime.getTime() + 60_000);
const note = { id: uuidOf(50), message: 'done' };
const run: AgentRun = {
  agentName: 'Claude',
  startedAt: sampleTime.toISOString(),
  endedAt: later.toISOString(),
  outcome: 'finished',
  files: ['src/Card.tsx'],
  tokens: 1_200,
};
const elsewhere = {
  line_start: 9,
  line_end: 9,
  char_start: 200,
  char_end: 212,
  block_id: 'p-goals-2',
  quote: 'ship in June',
  context_before: 'We ',
  context_after: '.',
};

const moves: Record<string, (annotation: Annotation, by: Actor) => Annotation | null> = {
  submit: (a, by) => submit(a, by, later),
  acknowledge: (a, by) => acknowledge(a, by, later, note),
  release: (a, by) => release(a, by, later, note),
  stop: (a, by) => stop(a, by, later),
  resend: (a, by) =>
    resend({ ...a, ...(a.status === 'pending' && { stoppedAt: later.toISOString() }) }, by, later),
  resolve: (a, by) => resolve(a, by, later, note),
  dismiss: (a, by) => dismiss(a, by, later, note),
  accept: (a, by) => accept(a, by, later),
  recheck: (a, by) => recheck(a, by, true),
  undo: (a, by) => undo(a, by, later, note),
  reopen: (a, by) => reopen(a, by, later, note),
  withdraw: (a, by) => withdraw(a, by, later),
  handOver: (a, by) => handOver({ ...a, runs: [run] }, by, later, 'codex'),
  delete: (a, by) => deleteOrWithdraw(a, by, later),
  assign: (a, by) => assign(a, by, later, { type: 'agent', name: 'claude-code' }),
  edit: (a, by) => editText(a, by, later, 'Make it green'),
  retarget: (a, by) => retarget(a, by, later, 'free shipping'),
  relink: (a, by) => relink(a, by, later, { kind: 'page', pageUrl: 'http://localhost/b', pageTitle: 'B' }),
  relinkMarkdown: (a, by) => relinkMarkdown(a, by, later, elsewhere),
  reanchor: (a, by) => reanchor(a, by, { anchor: elsewhere, anchorState: 'placed' }),
  adopt: (a, by) => adopt({ ...a, origin: 'repository' }, by, later),
  receive: (a, by) => receive(a, by, later, { reply: sampleOutsideReply(1), isOwn: false }),
  approve: (a, by) => approve(a, by, later),
  recordRun: (a, by) => recordRun(a, by, run),
  applied: (a, by) => applied(inWorktree(a), by, later),
  discard: (a, by) => discard(a, by, later),
  recordBefore: (a, by) => recordBefore(a, by, seen),
  recordAfter: (a, by) =>
    recordAfter(a.kind === 'markdown' ? a : { ...a, proof: { before: seen } }, by, {
      ...seen,
      verdict: 'unchanged',
      changes: [],
      outside: { count: 0, pushed: 0, examples: [] },
    }),
  recordCheck: (a, by) => recordCheck(a, by, 'tests/a.spec.ts'),
  reply: (a, by) => reply(a, by, later, note),
};
const inWorktree = (annotation: Annotation): Annotation =>
  annotation.status === 'resolved' ? { ...annotation, edited: { files: [], apart: true } } : annotation;
const seen = { takenAt: later.toISOString(), record: 'a.json' };
const ofMarkdown = new Set(['relinkMarkdown', 'reanchor', 'approve']);
/** Leaves `updatedAt` as it is. */
const untimed = new Set([
  'reanchor',
  'recheck',
  'adopt',
  'recordRun',
  'recordBefore',
  'recordAfter',
  'recordCheck',
]);

const actors = {
  author: sampleAuthor,
  'another person': { type: 'person', authorId: uuidOf(9) },
  holder: sampleAgent,
  'another agent': { type: 'agent', agentId: 'agent-2', agentName: 'codex' },
  system: { type: 'system' },
} as const satisfies Record<string, Actor>;
type ActorName = keyof typeof actors;

const actorNames = Object.keys(actors) as ActorName[];
const agents: ActorName[] = ['holder', 'another agent'];
const people: ActorName[] = ['author', 'another person'];
const anyone: ActorName[] = [...people, ...agents];

/** The table of the contract, written a second time: every move that is not here is refused. */
const allowed: { move: string; from: Status; by: ActorName[]; to: Status | 'removed' }[] = [
  { move: 'submit', from: 'draft', by: ['author'], to: 'pending' },
  { move: 'acknowledge', from: 'pending', by: agents, to: 'acknowledged' },
  { move: 'release', from: 'acknowledged', by: ['holder', 'author', 'system'], to: 'pending' },
  { move: 'stop', from: 'acknowledged', by: ['author'], to: 'pending' },
  { move: 'resend', from: 'pending', by: ['author'], to: 'pending' },
  { move: 'resolve', from: 'pending', by: anyone, to: 'resolved' },
  { move: 'resolve', from: 'acknowledged', by: ['holder'], to: 'resolved' },
  { move: 'dismiss', from: 'pending', by: anyone, to: 'dismissed' },
  { move: 'dismiss', from: 'acknowledged', by: ['holder'], to: 'dismissed' },
  { move: 'accept', from: 'resolved', by: ['author'], to: 'resolved' },
  { move: 'recheck', from: 'resolved', by: ['system'], to: 'resolved' },
  { move: 'undo', from: 'resolved', by: ['author'], to: 'pending' },
  { move: 'reopen', from: 'resolved', by: ['author'], to: 'pending' },
  { move: 'reopen', from: 'dismissed', by: ['author'], to: 'pending' },
  { move: 'withdraw', from: 'pending', by: ['author'], to: 'dismissed' },
  { move: 'withdraw', from: 'acknowledged', by: ['author'], to: 'dismissed' },
  { move: 'delete', from: 'draft', by: ['author'], to: 'removed' },
  { move: 'delete', from: 'pending', by: ['author'], to: 'dismissed' },
  { move: 'delete', from: 'acknowledged', by: ['author'], to: 'dismissed' },
  { move: 'delete', from: 'resolved', by: ['author'], to: 'removed' },
  { move: 'delete', from: 'dismissed', by: ['author'], to: 'removed' },
  { move: 'assign', from: 'draft', by: people, to: 'draft' },
  { move: 'assign', from: 'pending', by: people, to: 'pending' },
  { move: 'assign', from: 'acknowledged', by: people, to: 'acknowledged' },
  { move: 'edit', from: 'draft', by: ['author'], to: 'draft' },
  { move: 'edit', from: 'pending', by: ['author'], to: 'pending' },
  ...statuses.flatMap((status) => [
    { move: 'recordRun', from: status, by: ['system' as const], to: status },
    { move: 'recordCheck', from: status, by: ['system' as const], to: status },
    { move: 'adopt', from: status, by: people, to: status },
    { move: 'relink', from: status, by: ['author' as const], to: status },
    { move: 'relinkMarkdown', from: status, by: ['author' as const], to: status },
    { move: 'reanchor', from: status, by: ['system' as const], to: status },
  ]),
  ...(['pending', 'acknowledged', 'resolved', 'dismissed'] as const).map((from) => ({
    move: 'handOver',
    from,
    by: ['author' as const],
    to: 'pending' as const,
  })),
  { move: 'recordBefore', from: 'pending', by: ['system'], to: 'pending' },
  { move: 'recordBefore', from: 'acknowledged', by: ['system'], to: 'acknowledged' },
  { move: 'recordBefore', from: 'resolved', by: ['system'], to: 'resolved' },
  { move: 'applied', from: 'resolved', by: ['system'], to: 'resolved' },
  { move: 'discard', from: 'resolved', by: ['system'], to: 'pending' },
  { move: 'recordAfter', from: 'resolved', by: ['system'], to: 'resolved' },
  { move: 'approve', from: 'pending', by: ['author'], to: 'pending' },
  { move: 'approve', from: 'acknowledged', by: ['author'], to: 'acknowledged' },
  { move: 'retarget', from: 'pending', by: anyone, to: 'pending' },
  { move: 'retarget', from: 'acknowledged', by: ['holder'], to: 'acknowledged' },
  { move: 'retarget', from: 'resolved', by: anyone, to: 'resolved' },
  { move: 'receive', from: 'pending', by: ['system'], to: 'pending' },
  { move: 'receive', from: 'acknowledged', by: ['system'], to: 'acknowledged' },
  { move: 'receive', from: 'resolved', by: ['system'], to: 'resolved' },
  { move: 'receive', from: 'dismissed', by: ['system'], to: 'dismissed' },
  { move: 'reply', from: 'pending', by: anyone, to: 'pending' },
  { move: 'reply', from: 'acknowledged', by: anyone, to: 'acknowledged' },
  { move: 'reply', from: 'resolved', by: anyone, to: 'resolved' },
  { move: 'reply', from: 'dismissed', by: anyone, to: 'dismissed' },
];

const pairs = Object.keys(moves).flatMap((move) =>
  statuses.flatMap((from) => actorNames.map((by) => ({ move, from, by }))),
);
const rowOf = ({ move, from, by }: { move: string; from: Status; by: ActorName }) =>
  allowed.find((row) => row.move === move && row.from === from && row.by.includes(by));

function subjectOf(move: string, status: Status): Annotation {
  return sampleAnnotation({ kind: ofMarkdown.has(move) ? 'markdown' : 'text', status });
}

function make(move: string, annotation: Annotation, by: Actor): Annotation | null {
  const run = moves[move];
  if (run === undefined) throw new Error(`no move ${move}`);
  return run(annotation, by);
}

describe('lifecycle', () => {
  it('has a function for every move of the table', () => {
    expect(Object.keys(moves).sort()).toEqual(Object.keys(lifecycle).sort());
  });

  it.each(pairs.filter((pair) => rowOf(pair) !== undefined))('lets $by $move from $from', (pair) => {
    const before = subjectOf(pair.move, pair.from);
    const after = make(pair.move, before, actors[pair.by]);
    expect(after?.status ?? 'removed').toBe(rowOf(pair)?.to);
    if (after === null) return;
    expect(annotationSchema.parse(after)).toEqual(after);
    expect(after.updatedAt).toBe((untimed.has(pair.move) ? sampleTime : later).toISOString());
    expect('claim' in after).toBe(after.status === 'acknowledged');
  });

  it.each(pairs.filter((pair) => rowOf(pair) === undefined))('refuses $move from $from by $by', (pair) => {
    const before = subjectOf(pair.move, pair.from);
    const copy = structuredClone(before);
    expect(() => make(pair.move, before, actors[pair.by])).toThrow(AnnotateError);
    expect(before).toEqual(copy);
  });

  it.each(['relinkMarkdown', 'reanchor', 'approve'])('%s is for comments on Markdown files only', (move) => {
    const by = move === 'reanchor' ? actors.system : sampleAuthor;
    expect(() => make(move, sampleAnnotation({ kind: 'text' }), by)).toThrow(/of kind text/);
  });
});

describe('any sequence of moves', () => {
  const step = fc.record({
    move: fc.constantFrom(...Object.keys(moves)),
    by: fc.constantFrom(...actorNames),
  });

  const start = fc.record({
    kind: fc.constantFrom('text' as const, 'markdown' as const),
    status: fc.constantFrom('draft' as const, 'pending' as const),
  });

  it('ends in a valid annotation, a claim exactly while acknowledged, and a thread that only grows', () => {
    fc.assert(
      fc.property(start, fc.array(step), (subject, steps) => {
        let annotation = sampleAnnotation(subject);
        for (const { move, by } of steps) {
          const after = attempt(move, annotation, actors[by]);
          if (after === null) return;
          expect(annotationSchema.parse(after)).toEqual(after);
          expect('claim' in after).toBe(after.status === 'acknowledged');
          expect(after.replies.slice(0, annotation.replies.length)).toEqual(annotation.replies);
          if (annotation.status !== 'draft') expect(after.status).not.toBe('draft');
          annotation = after;
        }
      }),
    );
  });

  function attempt(move: string, annotation: Annotation, by: Actor): Annotation | null {
    try {
      return make(move, annotation, by);
    } catch (error) {
      expect(error).toBeInstanceOf(AnnotateError);
      return annotation;
    }
  }
});
