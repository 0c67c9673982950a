import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Annotation, Status } from './annotation.ts';
import { statuses } from './annotation.ts';
import { AnnotateError } from './errors.ts';
import {
  accept,
  acknowledge,
  type Actor,
  approve,
  create,
  deleteOrWithdraw,
  dismiss,
  editText,
  lifecycle,
  reanchor,
  relink,
  relinkMarkdown,
  release,
  reopen,
  reply,
  resolve,
  retarget,
  submit,
  unreadReplies,
  withdraw,
} from './lifecycle.ts';
import { annotationSchema } from './schema/index.ts';
import { sampleAgent, sampleAnnotation, sampleAuthor, sampleContent, sampleTime, uuidOf } from './testing.ts';

const later = new Date(sampleTime.getTime() + 60_000);
const note = { id: uuidOf(50), message: 'done' };
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
  resolve: (a, by) => resolve(a, by, later, note),
  dismiss: (a, by) => dismiss(a, by, later, note),
  accept: (a, by) => accept(a, by, later),
  reopen: (a, by) => reopen(a, by, later, note),
  withdraw: (a, by) => withdraw(a, by, later),
  delete: (a, by) => deleteOrWithdraw(a, by, later),
  edit: (a, by) => editText(a, by, later, 'Make it green'),
  retarget: (a, by) => retarget(a, by, later, 'free shipping'),
  relink: (a, by) => relink(a, by, later, { kind: 'page', pageUrl: 'http://localhost/b', pageTitle: 'B' }),
  relinkMarkdown: (a, by) => relinkMarkdown(a, by, later, elsewhere),
  reanchor: (a, by) => reanchor(a, by, { anchor: elsewhere, anchorState: 'placed' }),
  approve: (a, by) => approve(a, by, later),
  reply: (a, by) => reply(a, by, later, note),
};
const ofMarkdown = new Set(['relinkMarkdown', 'reanchor', 'approve']);
/** No word is said, so no time changes. */
const untimed = new Set(['reanchor']);

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
const anyone: ActorName[] = ['author', 'another person', ...agents];

/** The contract's table, written out a second time: everything that is not here is refused. */
const allowed: { move: string; from: Status; by: ActorName[]; to: Status | 'removed' }[] = [
  { move: 'submit', from: 'draft', by: ['author'], to: 'pending' },
  { move: 'acknowledge', from: 'pending', by: agents, to: 'acknowledged' },
  { move: 'release', from: 'acknowledged', by: ['holder', 'author', 'system'], to: 'pending' },
  { move: 'resolve', from: 'pending', by: anyone, to: 'resolved' },
  { move: 'resolve', from: 'acknowledged', by: ['holder'], to: 'resolved' },
  { move: 'dismiss', from: 'pending', by: anyone, to: 'dismissed' },
  { move: 'dismiss', from: 'acknowledged', by: ['holder'], to: 'dismissed' },
  { move: 'accept', from: 'resolved', by: ['author'], to: 'resolved' },
  { move: 'reopen', from: 'resolved', by: ['author'], to: 'pending' },
  { move: 'reopen', from: 'dismissed', by: ['author'], to: 'pending' },
  { move: 'withdraw', from: 'pending', by: ['author'], to: 'dismissed' },
  { move: 'withdraw', from: 'acknowledged', by: ['author'], to: 'dismissed' },
  { move: 'delete', from: 'draft', by: ['author'], to: 'removed' },
  { move: 'delete', from: 'pending', by: ['author'], to: 'dismissed' },
  { move: 'delete', from: 'acknowledged', by: ['author'], to: 'dismissed' },
  { move: 'delete', from: 'resolved', by: ['author'], to: 'removed' },
  { move: 'delete', from: 'dismissed', by: ['author'], to: 'removed' },
  { move: 'edit', from: 'draft', by: ['author'], to: 'draft' },
  { move: 'edit', from: 'pending', by: ['author'], to: 'pending' },
  ...statuses.flatMap((status) => [
    { move: 'relink', from: status, by: ['author' as const], to: status },
    { move: 'relinkMarkdown', from: status, by: ['author' as const], to: status },
    { move: 'reanchor', from: status, by: ['system' as const], to: status },
  ]),
  { move: 'approve', from: 'pending', by: ['author'], to: 'pending' },
  { move: 'approve', from: 'acknowledged', by: ['author'], to: 'acknowledged' },
  { move: 'retarget', from: 'pending', by: anyone, to: 'pending' },
  { move: 'retarget', from: 'acknowledged', by: ['holder'], to: 'acknowledged' },
  { move: 'retarget', from: 'resolved', by: anyone, to: 'resolved' },
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
  it('has a function for every row of its table', () => {
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

  it('tells the loser of a claim who holds it', () => {
    const held = sampleAnnotation({ status: 'acknowledged' });
    expect(() => acknowledge(held, actors['another agent'], later)).toThrow(/held by claude-code since 2026/);
    expect(() => resolve(held, actors['another agent'], later)).toThrow(/held by claude-code/);
  });

  it('tells a holder that claims again to go on', () => {
    const held = sampleAnnotation({ status: 'acknowledged' });
    expect(() => acknowledge(held, sampleAgent, later)).toThrow(/You already hold/);
  });

  it('tells a holder that the author has withdrawn the annotation', () => {
    const withdrawn = withdraw(sampleAnnotation({ status: 'acknowledged' }), sampleAuthor, later);
    expect(() => resolve(withdrawn, sampleAgent, later)).toThrow(/withdrawn by its author/);
  });

  it('records who claimed and when, exactly while acknowledged', () => {
    const held = acknowledge(sampleAnnotation(), sampleAgent, later);
    expect(held).toMatchObject({
      status: 'acknowledged',
      claim: { agentId: 'agent-1', agentName: 'claude-code', at: later.toISOString() },
    });
    expect(release(held, { type: 'system' }, later)).not.toHaveProperty('claim');
  });

  it('keeps the first acceptance when accepted again', () => {
    const accepted = accept(sampleAnnotation({ status: 'resolved' }), sampleAuthor, sampleTime);
    expect(accept(accepted, sampleAuthor, later)).toBe(accepted);
  });

  it('drops acceptance when re-opened, and keeps the thread', () => {
    const accepted = accept(resolve(sampleAnnotation(), sampleAgent, later, note), sampleAuthor, later);
    const again = reopen(accepted, sampleAuthor, later, { id: uuidOf(51), message: 'still too pale' });
    expect(again).not.toHaveProperty('acceptedAt');
    expect(again.replies.map(({ author, message }) => [author, message])).toEqual([
      ['agent', 'done'],
      ['user', 'still too pale'],
    ]);
  });

  it('writes the reason of a dismissal into the thread', () => {
    expect(dismiss(sampleAnnotation(), sampleAgent, later, note).replies).toEqual([
      {
        id: note.id,
        createdAt: later.toISOString(),
        author: 'agent',
        agentName: 'claude-code',
        message: 'Dismissed: done',
      },
    ]);
  });

  it('has no target text to replace but in a text annotation', () => {
    const page = sampleAnnotation({ kind: 'page' });
    expect(() => retarget(page, sampleAgent, later, 'x')).toThrow(/of kind page and quotes no text/);
  });

  it.each(['relinkMarkdown', 'reanchor', 'approve'])('%s is for comments on Markdown files only', (move) => {
    const by = move === 'reanchor' ? actors.system : sampleAuthor;
    expect(() => make(move, sampleAnnotation({ kind: 'text' }), by)).toThrow(/of kind text/);
  });

  it('keeps what a comment is for from its submission on, until it is approved', () => {
    const draft = sampleAnnotation({ kind: 'markdown', status: 'draft' });
    const item = submit(draft, sampleAuthor, later, 'review');
    expect(item).toMatchObject({ status: 'pending', intent: 'review' });
    const approved = approve(acknowledge(item, sampleAgent, later), sampleAuthor, later);
    expect(approved).toMatchObject({ status: 'acknowledged', intent: 'edit' });
    expect(approve(approved, sampleAuthor, later)).toBe(approved);
    expect(resolve(approved, sampleAgent, later)).toHaveProperty('intent', 'edit');
    const text = sampleAnnotation({ kind: 'text', status: 'draft' });
    expect(() => submit(text, sampleAuthor, later, 'edit')).toThrow(/of kind text/);
  });

  it('returns the same object when its passage is where it was', () => {
    const comment = reanchor(sampleAnnotation({ kind: 'markdown' }), actors.system, {
      anchor: elsewhere,
      anchorState: 'ambiguous',
    });
    const again = { anchor: { ...elsewhere }, anchorState: 'ambiguous' as const };
    expect(reanchor(comment, actors.system, again)).toBe(comment);
    expect(reanchor(comment, actors.system, { ...again, anchorState: 'stale' })).not.toBe(comment);
  });

  it('places a comment that its author ties to another passage', () => {
    const comment = sampleAnnotation({ kind: 'markdown' });
    const lost = reanchor(comment, actors.system, { anchor: elsewhere, anchorState: 'stale' });
    expect(relinkMarkdown(lost, sampleAuthor, later, elsewhere)).toMatchObject({
      anchor: elsewhere,
      anchorState: 'placed',
    });
  });

  it('does not say the same reply twice', () => {
    const once = reply(sampleAnnotation(), sampleAuthor, later, note);
    expect(reply(once, sampleAuthor, later, note)).toBe(once);
  });

  it.each(['', ' \n\t'])('refuses the blank text %j', (blank) => {
    const empty = { id: uuidOf(3), message: blank };
    expect(() => create(sampleContent('page', { annotationText: blank }), 'pending', later)).toThrow(/blank/);
    expect(() => reply(sampleAnnotation(), sampleAuthor, later, empty)).toThrow(/blank/);
    expect(() => dismiss(sampleAnnotation(), sampleAgent, later, empty)).toThrow(/blank/);
    expect(() => editText(sampleAnnotation(), sampleAuthor, later, blank)).toThrow(/blank/);
  });

  it('returns the same object when an edit changes nothing', () => {
    const annotation = sampleAnnotation();
    expect(editText(annotation, sampleAuthor, later, annotation.annotationText)).toBe(annotation);
  });
});

describe('unread replies', () => {
  const before = reply(sampleAnnotation(), sampleAuthor, later, {
    id: uuidOf(60),
    message: 'before the claim',
  });
  const held = acknowledge(before, sampleAgent, later);
  const read = new Set(held.replies.map(({ id }) => id));
  // Said after the claim, by a process whose clock is behind.
  const answered = reply(held, sampleAuthor, sampleTime, { id: uuidOf(61), message: 'green, not blue' });

  it('are what the person said that the holder has not read', () => {
    expect(unreadReplies(answered, read).map(({ message }) => message)).toEqual(['green, not blue']);
  });

  it('are gone once read, and leave out what the agent said itself', () => {
    const own = reply(answered, sampleAgent, later, { id: uuidOf(62), message: 'ok' });
    expect(unreadReplies(own, new Set([...read, uuidOf(61)]))).toEqual([]);
  });

  it('do not exist while nobody holds the annotation', () => {
    expect(unreadReplies(release(answered, sampleAgent, later), read)).toEqual([]);
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
