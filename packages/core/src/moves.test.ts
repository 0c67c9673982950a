import { describe, expect, it } from 'vitest';

import { type Annotation, waitsForPerson } from './annotation.ts';
import { approve, reanchor, relinkMarkdown } from './markdown-moves.ts';
import {
  accept,
  acknowledge,
  create,
  dismiss,
  editText,
  endTurn,
  recheck,
  recordRun,
  relink,
  release,
  reopen,
  reply,
  resend,
  resolve,
  retarget,
  stop,
  submit,
  unreadReplies,
  withdraw,
} from './moves.ts';
import { sampleAgent, sampleAnnotation, sampleAuthor, sampleContent, sampleTime, uuidOf } from './testing.ts';

const later = new Date(sampleTime.getTime() + 60_000);
const note = { id: uuidOf(50), message: 'done' };
const otherAgent = { type: 'agent', agentId: 'agent-2', agentName: 'codex' } as const;
const system = { type: 'system' } as const;
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

const elsewherePage = { kind: 'page', pageUrl: 'http://localhost:4200/other', pageTitle: 'Other' } as const;

describe('a move', () => {
  it('tells a second agent which agent holds the annotation', () => {
    const held = sampleAnnotation({ status: 'acknowledged' });
    expect(() => acknowledge(held, otherAgent, later)).toThrow(/held by claude-code since 2026/);
    expect(() => resolve(held, otherAgent, later)).toThrow(/held by claude-code/);
  });

  it('tells a holder that claims again that it holds the annotation already', () => {
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

  it('says of a resolved annotation whether the edit is still there, until it is accepted or re-opened', () => {
    const edits = [{ file: 'src/a.ts', effect: 'added' as const, lines: ['x'] }];
    const resolved = resolve(sampleAnnotation(), sampleAgent, later, note, { edits });
    expect(resolved).toMatchObject({ resolvedAt: later.toISOString(), edits });
    const changed = recheck(resolved, system, true);
    expect(changed).toEqual({ ...resolved, changedSince: true });
    expect(recheck(changed, system, true)).toBe(changed);
    expect(recheck(changed, system, false)).toEqual(resolved);
    const accepted = accept(changed, sampleAuthor, later);
    expect(accepted).toMatchObject({ resolvedAt: later.toISOString(), acceptedAt: later.toISOString() });
    expect(recheck(accepted, system, true)).toBe(accepted);
    for (const settled of [accepted, reopen(changed, sampleAuthor, later)]) {
      expect(settled).not.toHaveProperty('edits');
      expect(settled).not.toHaveProperty('changedSince');
    }
    expect(() => recheck(resolved, sampleAgent, true)).toThrow(/recheck/);
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

  it('retargets text annotations only', () => {
    const page = sampleAnnotation({ kind: 'page' });
    expect(() => retarget(page, sampleAgent, later, 'x')).toThrow(/of kind page and quotes no text/);
  });

  it('keeps the intent of a comment from its submission until it is approved', () => {
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

  it('returns the same object when its passage has not moved', () => {
    const comment = reanchor(sampleAnnotation({ kind: 'markdown' }), system, {
      anchor: elsewhere,
      anchorState: 'ambiguous',
    });
    const again = { anchor: { ...elsewhere }, anchorState: 'ambiguous' as const };
    expect(reanchor(comment, system, again)).toBe(comment);
    expect(reanchor(comment, system, { ...again, anchorState: 'stale' })).not.toBe(comment);
  });

  it('places a comment for which its author selects another passage', () => {
    const comment = sampleAnnotation({ kind: 'markdown' });
    const lost = reanchor(comment, system, { anchor: elsewhere, anchorState: 'stale' });
    expect(relinkMarkdown(lost, sampleAuthor, later, elsewhere)).toMatchObject({
      anchor: elsewhere,
      anchorState: 'placed',
    });
  });

  it('adds a reply with the same id once', () => {
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

describe('an answered annotation', () => {
  const question = { id: uuidOf(70), message: 'Which blue?' };
  const pending = sampleAnnotation({ kind: 'text' });
  const answered = reply(pending, sampleAgent, later, question);

  it('is one that an agent replied to while it was pending', () => {
    expect(answered).toHaveProperty('answeredAt', later.toISOString());
    expect(reply(acknowledge(pending, sampleAgent, later), sampleAgent, later, question)).not.toHaveProperty(
      'answeredAt',
    );
    expect(reply(pending, sampleAuthor, later, question)).not.toHaveProperty('answeredAt');
  });

  it('stays one while agents and the system act', () => {
    expect(retarget(answered, sampleAgent, later, 'x')).toHaveProperty('answeredAt');
    const comment = reply(sampleAnnotation({ kind: 'markdown' }), sampleAgent, later, question);
    const moved = reanchor(comment, system, { anchor: elsewhere, anchorState: 'stale' });
    expect(moved).toHaveProperty('answeredAt');
  });

  it('stays one when a reply that the person sent before is delivered again', () => {
    const before = reply(pending, sampleAuthor, later, note);
    const after = reply(before, sampleAgent, later, question);
    expect(reply(after, sampleAuthor, later, note)).toBe(after);
  });

  it.each<[string, (annotation: Annotation) => Annotation]>([
    ['replies', (a) => reply(a, sampleAuthor, later, note)],
    ['changes the text', (a) => editText(a, sampleAuthor, later, 'bolder')],
    ['points at something else', (a) => relink(a, sampleAuthor, later, elsewherePage)],
    ['re-opens it', (a) => reopen(resolve(a, sampleAgent, later), sampleAuthor, later)],
  ])('waits for an agent again when the person %s', (_what, move) => {
    expect(move(answered)).toMatchObject({ status: 'pending' });
    expect(move(answered)).not.toHaveProperty('answeredAt');
  });

  it('waits for an agent again when the person approves it or selects another passage', () => {
    const comment = reply(sampleAnnotation({ kind: 'markdown' }), sampleAgent, later, question);
    expect(approve(comment, sampleAuthor, later)).not.toHaveProperty('answeredAt');
    expect(relinkMarkdown(comment, sampleAuthor, later, elsewhere)).not.toHaveProperty('answeredAt');
  });

  it('waits for other agents when its holder gives it back, with a message or without', () => {
    const held = acknowledge(answered, sampleAgent, later);
    expect(release(held, sampleAgent, later, note)).not.toHaveProperty('answeredAt');
    expect(release(held, system, later)).not.toHaveProperty('answeredAt');
  });
});

describe('an annotation whose agent was stopped', () => {
  const held = acknowledge(sampleAnnotation(), sampleAgent, later);
  const stopped = stop(held, sampleAuthor, later);

  it('has no holder and waits for the person', () => {
    expect(stopped).toMatchObject({ status: 'pending', stoppedAt: later.toISOString() });
    expect(stopped).not.toHaveProperty('claim');
    expect([held, stopped].map(waitsForPerson)).toEqual([false, true]);
  });

  it.each<[string, (annotation: Annotation) => Annotation]>([
    ['sends it again', (a) => resend(a, sampleAuthor, later)],
    ['replies', (a) => reply(a, sampleAuthor, later, note)],
    ['changes the text', (a) => editText(a, sampleAuthor, later, 'bolder')],
  ])('waits for an agent again when the person %s', (_what, move) => {
    expect(waitsForPerson(move(stopped))).toBe(false);
  });

  it('changes when it is sent again while it waits for an agent, so that one which failed at it begins again', () => {
    const pending = sampleAnnotation();
    expect(resend(pending, sampleAuthor, later)).toEqual({ ...pending, updatedAt: later.toISOString() });
  });

  it('waits for the person when the turn of its agent has ended', () => {
    const ended = endTurn(held, { type: 'system' }, later);
    expect(ended).not.toHaveProperty('claim');
    expect(waitsForPerson(ended)).toBe(true);
  });
});

describe('the runs of an annotation', () => {
  const run = { agentName: 'Claude', startedAt: '', endedAt: '', outcome: 'failed', files: [] } as const;

  it('are the newest twenty, and stay when it points at something else', () => {
    let annotation = sampleAnnotation();
    for (let n = 0; n < 22; n++) annotation = recordRun(annotation, system, { ...run, files: [`${n}`] });
    expect(annotation.runs).toHaveLength(20);
    expect(annotation.runs?.at(-1)?.files).toEqual(['21']);
    expect(relink(annotation, sampleAuthor, later, elsewherePage).runs).toEqual(annotation.runs);
  });
});

it('keeps the pictures that the person attached when it points at something else', () => {
  const annotation = sampleAnnotation();
  if (annotation.kind === 'markdown') throw new Error('It is on a page.');
  const moved = relink({ ...annotation, pictures: ['a.webp'] }, sampleAuthor, later, elsewherePage);
  expect(moved).toMatchObject({ pictures: ['a.webp'] });
});

describe('unread replies', () => {
  const before = reply(sampleAnnotation(), sampleAuthor, later, {
    id: uuidOf(60),
    message: 'before the claim',
  });
  const held = acknowledge(before, sampleAgent, later);
  const read = new Set(held.replies.map(({ id }) => id));
  // Added after the claim, by a process whose clock is behind.
  const answered = reply(held, sampleAuthor, sampleTime, { id: uuidOf(61), message: 'green, not blue' });

  it('are the replies of the person that the holder has not read', () => {
    expect(unreadReplies(answered, read).map(({ message }) => message)).toEqual(['green, not blue']);
  });

  it('are none once all are read, and never replies of the agent', () => {
    const own = reply(answered, sampleAgent, later, { id: uuidOf(62), message: 'ok' });
    expect(unreadReplies(own, new Set([...read, uuidOf(61)]))).toEqual([]);
  });

  it('are still unread after the claim has ended, until the annotation is closed', () => {
    expect(unreadReplies(release(answered, sampleAgent, later), read)).toHaveLength(1);
    expect(unreadReplies(resolve(answered, sampleAgent, later), read)).toEqual([]);
  });
});
