import { beforeAll, describe, expect, it, vi } from 'vitest';

import { acknowledge, type Annotation, type PagePayload, reopen, submit, withdraw } from '@annotate-mcp/core';
import { sampleAgent, sampleAnnotation, sampleAuthor, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import { createHubCopy, type HubCopy } from './hub-copy.ts';
import type { OutboxMessage, OutboxEntry } from './outbox.ts';
import { loadPredictor } from './predictor.ts';

const { authorId } = sampleAuthor;
const writer = { authorId, appId: 'apps/shop', local: true };
const id = uuidOf(100);
const at = sampleTime.toISOString();
const payload: PagePayload = {
  kind: 'page',
  id,
  annotationText: 'Make the price bold',
  pageUrl: 'http://localhost:4200/cart',
  pageTitle: 'Cart',
};

beforeAll(loadPredictor);

describe('the hub’s annotations', () => {
  it('follow what it says, and the newest cursor is remembered', () => {
    const copy = synced(sampleAnnotation());
    const other = sampleAnnotation({ id: uuidOf(101) });
    copy.apply({ type: 'annotation:created', annotation: other, cursor: 'c2' });
    copy.apply({ type: 'annotation:removed', id, cursor: 'c3' });
    copy.apply({ type: 'annotation:updated', annotation: claimed(other), cursor: 'c4' });
    expect([...copy.shown([]).annotations.values()]).toEqual([claimed(other)]);
    expect(copy.cursor()).toBe('c4');
  });

  it('are replaced by a sync', () => {
    const copy = synced(sampleAnnotation());
    copy.apply({ type: 'annotations:sync', annotations: [], cursor: 'c9' });
    expect(copy.shown([]).annotations.size).toBe(0);
  });

  it('are joined by what was read in another way, which says where the hub continues and replaces nothing newer', () => {
    const copy = createHubCopy(writer);
    const newer = { ...claimed(sampleAnnotation()), updatedAt: '2026-11-15T10:00:00.000Z' };
    copy.add([sampleAnnotation()], 'c1');
    expect(copy.cursor()).toBe('c1');
    copy.apply({ type: 'annotation:updated', annotation: newer, cursor: 'c2' });
    const other = sampleAnnotation({ id: uuidOf(101) });
    copy.add([sampleAnnotation(), other], 'c9');
    expect([...copy.shown([]).annotations.values()]).toEqual([newer, other]);
    // What happened between the two readings has not all been told yet.
    expect(copy.cursor()).toBe('c2');
  });

  it('are not changed by what is about something else', () => {
    expect(synced().apply({ type: 'manifest:update' })).toBe(false);
  });

  it('that were handed out stay as they were', () => {
    const copy = synced(sampleAnnotation());
    const { annotations } = copy.shown([]);
    copy.apply({ type: 'annotation:removed', id, cursor: 'c2' });
    expect(annotations.has(id)).toBe(true);
  });
});

describe('what is not confirmed', () => {
  it.each<{ sent: OutboxMessage; before: Annotation[]; after: Partial<Annotation> | null }>([
    {
      sent: { type: 'annotation:create', payload },
      before: [],
      after: { status: 'pending', authorId, appId: 'apps/shop' },
    },
    { sent: { type: 'annotation:create', payload, draft: true }, before: [], after: { status: 'draft' } },
    {
      sent: { type: 'annotation:reply', id, replyId: uuidOf(5), message: 'Why?' },
      before: [sampleAnnotation()],
      after: { replies: [{ id: uuidOf(5), author: 'user', message: 'Why?', createdAt: at }] },
    },
    {
      sent: { type: 'annotation:reopen', id, replyId: uuidOf(5), message: 'Not yet' },
      before: [sampleAnnotation({ status: 'resolved' })],
      after: {
        status: 'pending',
        replies: [{ id: uuidOf(5), author: 'user', message: 'Not yet', createdAt: at }],
      },
    },
    {
      sent: { type: 'annotation:accept', id },
      before: [sampleAnnotation({ status: 'resolved' })],
      after: { status: 'resolved', acceptedAt: at },
    },
    { sent: { type: 'annotation:delete', id }, before: [sampleAnnotation({ status: 'draft' })], after: null },
    {
      sent: { type: 'annotation:delete', id },
      before: [sampleAnnotation({ status: 'acknowledged' })],
      after: { status: 'dismissed', withdrawnAt: at },
    },
    {
      sent: { type: 'annotation:edit', id, annotationText: 'Bolder' },
      before: [sampleAnnotation()],
      after: { annotationText: 'Bolder' },
    },
    {
      sent: { type: 'annotation:release', id },
      before: [sampleAnnotation({ status: 'acknowledged' })],
      after: { status: 'pending' },
    },
    {
      sent: { type: 'annotation:relink', id, place: { kind: 'page', pageUrl: '/other', pageTitle: 'Other' } },
      before: [sampleAnnotation()],
      after: { kind: 'page', annotationText: 'Make the price bold' },
    },
    {
      sent: { type: 'batch:submit' },
      before: [sampleAnnotation({ status: 'draft' })],
      after: { status: 'pending' },
    },
    {
      sent: { type: 'batch:submit', ids: [id] },
      before: [sampleAnnotation({ status: 'draft' })],
      after: { status: 'pending' },
    },
    {
      sent: { type: 'annotation:accept', id },
      before: [sampleAnnotation({ status: 'resolved', authorId: uuidOf(9) })],
      after: { acceptedAt: at },
    },
  ])('is shown as it will be: $sent.type', ({ sent, before, after }) => {
    const { annotations, unsent } = synced(...before).shown([entry(sent)]);
    if (after === null) expect(annotations.size).toBe(0);
    else expect(annotations.get(id)).toMatchObject(after);
    expect([...unsent]).toEqual([id]);
  });

  it('is not shown where the annotation has become something else', () => {
    const copy = synced(sampleAnnotation({ status: 'pending' }));
    const { annotations } = copy.shown([entry({ type: 'annotation:accept', id })]);
    expect(annotations.get(id)).toEqual(sampleAnnotation());
  });

  it('withdraws once, also when the change comes before its confirmation', () => {
    const withdrawn = withdraw(sampleAnnotation(), sampleAuthor, sampleTime);
    const copy = synced(withdrawn);
    expect(copy.shown([entry({ type: 'annotation:delete', id })]).annotations.get(id)).toEqual(withdrawn);
  });

  it('builds on what was done before it', () => {
    const { annotations } = synced().shown([
      entry({ type: 'annotation:create', payload, draft: true }),
      entry({ type: 'annotation:edit', id, annotationText: 'Bolder' }),
      entry({ type: 'batch:submit' }),
    ]);
    expect(annotations.get(id)).toMatchObject({ status: 'pending', annotationText: 'Bolder' });
  });

  it('submits no drafts of others', () => {
    const theirs = sampleAnnotation({ status: 'draft', authorId: uuidOf(9) });
    expect(
      synced(theirs)
        .shown([entry({ type: 'batch:submit' })])
        .annotations.get(id),
    ).toEqual(theirs);
  });
});

describe('before the predictor is loaded', () => {
  it('the annotations are shown as the hub has them, and those of unsent changes are known', async () => {
    vi.resetModules();
    const { createHubCopy: createBefore } = await import('./hub-copy.ts');
    const { loadPredictor: load } = await import('./predictor.ts');
    const copy = createBefore(writer);
    const draft = sampleAnnotation({ status: 'draft' });
    copy.apply({ type: 'annotations:sync', annotations: [draft], cursor: 'c1' });
    const created = { ...payload, id: uuidOf(101) };
    const entries = [entry({ type: 'annotation:create', payload: created }), entry({ type: 'batch:submit' })];
    expect(copy.shown(entries)).toEqual({
      annotations: new Map([[id, draft]]),
      unsent: new Set([created.id, id]),
    });
    await load();
    const { annotations } = copy.shown(entries);
    expect([...annotations.values()].map(({ status }) => status)).toEqual(['pending', 'pending']);
  });
});

describe('what is confirmed', () => {
  it('is shown until its change comes, and after it as the hub has it', () => {
    const copy = synced();
    const creating = entry({ type: 'annotation:create', payload });
    copy.sent(creating);
    expect(copy.done(creating)).toBe(true);
    expect(copy.shown([])).toMatchObject({ unsent: new Set() });
    expect(copy.shown([]).annotations.has(id)).toBe(true);
    const stored = claimed(sampleAnnotation());
    copy.apply({ type: 'annotation:created', annotation: stored, cursor: 'c2' });
    expect(copy.shown([]).annotations.get(id)).toEqual(stored);
  });

  it('is not shown over what happened after it, when the change came first', () => {
    const copy = synced(sampleAnnotation({ status: 'acknowledged' }));
    const releasing = entry({ type: 'annotation:release', id });
    copy.sent(releasing);
    copy.apply({ type: 'annotation:updated', annotation: sampleAnnotation(), cursor: 'c2' });
    const again = claimed(sampleAnnotation());
    copy.apply({ type: 'annotation:updated', annotation: again, cursor: 'c3' });
    expect(copy.done(releasing)).toBe(false);
    expect(copy.shown([]).annotations.get(id)).toEqual(again);
  });

  it('is shown for each annotation of a batch until all have come', () => {
    const drafts = [1, 2].map((n) => sampleAnnotation({ id: uuidOf(n), status: 'draft' }));
    const copy = synced(...drafts);
    const submitting = entry({ type: 'batch:submit' });
    copy.sent(submitting);
    expect(copy.done(submitting)).toBe(true);
    for (const draft of drafts) {
      expect(statuses(copy)).toEqual(['pending', 'pending']);
      const annotation = submit(draft, sampleAuthor, sampleTime);
      copy.apply({ type: 'annotation:updated', annotation, cursor: 'c2' });
    }
    expect(statuses(copy)).toEqual(['pending', 'pending']);
  });

  it('is forgotten when no change arrives, because it changed nothing', () => {
    const copy = synced(sampleAnnotation({ status: 'resolved' }));
    const reopening = entry({ type: 'annotation:reopen', id, replyId: uuidOf(5) });
    copy.sent(reopening);
    copy.done(reopening);
    expect(statuses(copy)).toEqual(['pending']);
    copy.forget(reopening.ref);
    expect(statuses(copy)).toEqual(['resolved']);
  });

  it('is replaced by a sync', () => {
    const copy = synced(sampleAnnotation({ status: 'resolved' }));
    const reopening = entry({ type: 'annotation:reopen', id, replyId: uuidOf(5) });
    copy.sent(reopening);
    copy.done(reopening);
    const annotation = claimed(reopen(sampleAnnotation({ status: 'resolved' }), sampleAuthor, sampleTime));
    copy.apply({ type: 'annotations:sync', annotations: [annotation], cursor: 'c2' });
    expect(statuses(copy)).toEqual(['acknowledged']);
  });
});

describe('in a project with more than the page shows', () => {
  const [here, other, third] = [1, 2, 3].map((n) => sampleAnnotation({ id: uuidOf(n) }));
  const rest = { counts: { open: 3, closed: 0 }, next: { open: 'n1', closed: null } };

  function inPortions(): HubCopy {
    const copy = createHubCopy(writer);
    copy.apply({
      type: 'annotations:sync',
      annotations: here ? [here] : [],
      briefs: other ? [other] : [],
      rest,
      cursor: 'c1',
    });
    return copy;
  }

  const ids = (copy: HubCopy) => [...copy.shown([]).annotations.keys()];

  it('knows which annotations it has in brief, and what it has not got', () => {
    const copy = inPortions();
    expect(ids(copy)).toEqual([uuidOf(2), uuidOf(1)]);
    expect(copy.rest()).toEqual({ ...rest, briefs: new Set([uuidOf(2)]) });
  });

  it('adds portions, and takes no whole annotation back for a brief one', () => {
    const copy = inPortions();
    const part = { annotations: [], briefs: [here, third].flatMap((one) => one ?? []) };
    const isPart = copy.apply({
      type: 'annotations:part',
      ...part,
      read: { list: 'open', from: 'n1', next: null },
    });
    expect(isPart).toBe(true);
    expect(copy.get(uuidOf(1))).toBe(here);
    expect(copy.rest()).toMatchObject({ next: { open: null }, briefs: new Set([uuidOf(2), uuidOf(3)]) });
    expect(copy.cursor()).toBe('c1');
  });

  it('reads a new list on from its own start, whatever was asked of the list before it', () => {
    const copy = inPortions();
    const read = { list: 'open', from: 'of the list before', next: null } as const;
    copy.apply({ type: 'annotations:part', annotations: [], briefs: [], read });
    expect(copy.rest()?.next).toEqual(rest.next);
  });

  it('has as a whole what was read as a whole, and what has changed', () => {
    const copy = inPortions();
    const whole = sampleAnnotation({ id: uuidOf(2) });
    copy.apply({ type: 'annotations:part', annotations: [whole], briefs: [] });
    expect(copy.get(uuidOf(2))).toBe(whole);
    expect(copy.rest()?.briefs).toEqual(new Set());
    const changed = inPortions();
    changed.apply({ type: 'annotation:updated', annotation: whole, cursor: 'c2' });
    expect(changed.rest()?.briefs).toEqual(new Set());
  });

  it('is told how many there are now', () => {
    const copy = inPortions();
    copy.apply({ type: 'annotations:counts', counts: { open: 2, closed: 1 } });
    expect(copy.rest()?.counts).toEqual({ open: 2, closed: 1 });
  });

  it('has everything after a list without a rest', () => {
    const copy = inPortions();
    copy.apply({ type: 'annotations:sync', annotations: [], cursor: 'c2' });
    expect(copy.rest()).toBeNull();
  });
});

let made = 0;

function entry(message: OutboxMessage): OutboxEntry {
  made++;
  return { ref: uuidOf(1_000 + made), order: made, tab: 'tab', at, message };
}

function synced(...annotations: Annotation[]): HubCopy {
  const copy = createHubCopy(writer);
  copy.apply({ type: 'annotations:sync', annotations, cursor: 'c1' });
  return copy;
}

function claimed(annotation: Annotation): Annotation {
  return acknowledge(annotation, sampleAgent, sampleTime);
}

function statuses(copy: HubCopy): string[] {
  return [...copy.shown([]).annotations.values()].map(({ status }) => status);
}
