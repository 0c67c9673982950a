import { describe, expect, it } from 'vitest';

import { acknowledge, type Annotation, type PagePayload, reopen, submit, withdraw } from '@annotate-mcp/core';
import { sampleAgent, sampleAnnotation, sampleAuthor, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import { createMirror, type Mirror } from './mirror.ts';
import type { Deed, Entry } from './outbox.ts';

const { authorId } = sampleAuthor;
const writer = { authorId, appId: 'apps/shop' };
const id = uuidOf(100);
const at = sampleTime.toISOString();
const payload: PagePayload = {
  kind: 'page',
  id,
  annotationText: 'Make the price bold',
  pageUrl: 'http://localhost:4200/cart',
  pageTitle: 'Cart',
};

describe('the hub’s annotations', () => {
  it('follow what it says, and the newest cursor is remembered', () => {
    const mirror = synced(sampleAnnotation());
    const other = sampleAnnotation({ id: uuidOf(101) });
    mirror.apply({ type: 'annotation:created', annotation: other, cursor: 'c2' });
    mirror.apply({ type: 'annotation:removed', id, cursor: 'c3' });
    mirror.apply({ type: 'annotation:updated', annotation: claimed(other), cursor: 'c4' });
    expect([...mirror.shown([]).annotations.values()]).toEqual([claimed(other)]);
    expect(mirror.cursor()).toBe('c4');
  });

  it('are replaced by a sync', () => {
    const mirror = synced(sampleAnnotation());
    mirror.apply({ type: 'annotations:sync', annotations: [], cursor: 'c9' });
    expect(mirror.shown([]).annotations.size).toBe(0);
  });

  it('are not changed by what is about something else', () => {
    expect(synced().apply({ type: 'manifest:update' })).toBe(false);
  });

  it('that were handed out stay as they were', () => {
    const mirror = synced(sampleAnnotation());
    const { annotations } = mirror.shown([]);
    mirror.apply({ type: 'annotation:removed', id, cursor: 'c2' });
    expect(annotations.has(id)).toBe(true);
  });
});

describe('what is not confirmed', () => {
  it.each<{ deed: Deed; before: Annotation[]; after: Partial<Annotation> | null }>([
    { deed: { type: 'annotation:create', payload }, before: [], after: { status: 'pending', ...writer } },
    { deed: { type: 'annotation:create', payload, draft: true }, before: [], after: { status: 'draft' } },
    {
      deed: { type: 'annotation:reply', id, replyId: uuidOf(5), message: 'Why?' },
      before: [sampleAnnotation()],
      after: { replies: [{ id: uuidOf(5), author: 'user', message: 'Why?', createdAt: at }] },
    },
    {
      deed: { type: 'annotation:reopen', id, replyId: uuidOf(5), message: 'Not yet' },
      before: [sampleAnnotation({ status: 'resolved' })],
      after: {
        status: 'pending',
        replies: [{ id: uuidOf(5), author: 'user', message: 'Not yet', createdAt: at }],
      },
    },
    {
      deed: { type: 'annotation:accept', id },
      before: [sampleAnnotation({ status: 'resolved' })],
      after: { status: 'resolved', acceptedAt: at },
    },
    { deed: { type: 'annotation:delete', id }, before: [sampleAnnotation({ status: 'draft' })], after: null },
    {
      deed: { type: 'annotation:delete', id },
      before: [sampleAnnotation({ status: 'acknowledged' })],
      after: { status: 'dismissed', withdrawnAt: at },
    },
    {
      deed: { type: 'annotation:edit', id, annotationText: 'Bolder' },
      before: [sampleAnnotation()],
      after: { annotationText: 'Bolder' },
    },
    {
      deed: { type: 'annotation:release', id },
      before: [sampleAnnotation({ status: 'acknowledged' })],
      after: { status: 'pending' },
    },
    {
      deed: { type: 'annotation:relink', id, place: { kind: 'page', pageUrl: '/other', pageTitle: 'Other' } },
      before: [sampleAnnotation()],
      after: { kind: 'page', annotationText: 'Make the price bold' },
    },
    {
      deed: { type: 'batch:submit' },
      before: [sampleAnnotation({ status: 'draft' })],
      after: { status: 'pending' },
    },
    {
      deed: { type: 'batch:submit', ids: [id] },
      before: [sampleAnnotation({ status: 'draft' })],
      after: { status: 'pending' },
    },
    {
      deed: { type: 'annotation:accept', id },
      before: [sampleAnnotation({ status: 'resolved', authorId: uuidOf(9) })],
      after: { acceptedAt: at },
    },
  ])('is shown as it will be: $deed.type', ({ deed, before, after }) => {
    const { annotations, unsent } = synced(...before).shown([entry(deed)]);
    if (after === null) expect(annotations.size).toBe(0);
    else expect(annotations.get(id)).toMatchObject(after);
    expect([...unsent]).toEqual([id]);
  });

  it('is not shown where the annotation has become something else', () => {
    const mirror = synced(sampleAnnotation({ status: 'pending' }));
    const { annotations } = mirror.shown([entry({ type: 'annotation:accept', id })]);
    expect(annotations.get(id)).toEqual(sampleAnnotation());
  });

  it('withdraws once, also when the change comes before its confirmation', () => {
    const withdrawn = withdraw(sampleAnnotation(), sampleAuthor, sampleTime);
    const mirror = synced(withdrawn);
    expect(mirror.shown([entry({ type: 'annotation:delete', id })]).annotations.get(id)).toEqual(withdrawn);
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

describe('what is confirmed', () => {
  it('is shown until its change comes, and after it as the hub has it', () => {
    const mirror = synced();
    const creating = entry({ type: 'annotation:create', payload });
    mirror.sent(creating);
    expect(mirror.done(creating)).toBe(true);
    expect(mirror.shown([])).toMatchObject({ unsent: new Set() });
    expect(mirror.shown([]).annotations.has(id)).toBe(true);
    const stored = claimed(sampleAnnotation());
    mirror.apply({ type: 'annotation:created', annotation: stored, cursor: 'c2' });
    expect(mirror.shown([]).annotations.get(id)).toEqual(stored);
  });

  it('is not shown over what happened after it, when the change came first', () => {
    const mirror = synced(sampleAnnotation({ status: 'acknowledged' }));
    const releasing = entry({ type: 'annotation:release', id });
    mirror.sent(releasing);
    mirror.apply({ type: 'annotation:updated', annotation: sampleAnnotation(), cursor: 'c2' });
    const again = claimed(sampleAnnotation());
    mirror.apply({ type: 'annotation:updated', annotation: again, cursor: 'c3' });
    expect(mirror.done(releasing)).toBe(false);
    expect(mirror.shown([]).annotations.get(id)).toEqual(again);
  });

  it('is shown for each annotation of a batch until all have come', () => {
    const drafts = [1, 2].map((n) => sampleAnnotation({ id: uuidOf(n), status: 'draft' }));
    const mirror = synced(...drafts);
    const submitting = entry({ type: 'batch:submit' });
    mirror.sent(submitting);
    expect(mirror.done(submitting)).toBe(true);
    for (const draft of drafts) {
      expect(statuses(mirror)).toEqual(['pending', 'pending']);
      const annotation = submit(draft, sampleAuthor, sampleTime);
      mirror.apply({ type: 'annotation:updated', annotation, cursor: 'c2' });
    }
    expect(statuses(mirror)).toEqual(['pending', 'pending']);
  });

  it('is let go when nothing comes, because it changed nothing', () => {
    const mirror = synced(sampleAnnotation({ status: 'resolved' }));
    const reopening = entry({ type: 'annotation:reopen', id, replyId: uuidOf(5) });
    mirror.sent(reopening);
    mirror.done(reopening);
    expect(statuses(mirror)).toEqual(['pending']);
    mirror.forget(reopening.ref);
    expect(statuses(mirror)).toEqual(['resolved']);
  });

  it('gives way to a sync', () => {
    const mirror = synced(sampleAnnotation({ status: 'resolved' }));
    const reopening = entry({ type: 'annotation:reopen', id, replyId: uuidOf(5) });
    mirror.sent(reopening);
    mirror.done(reopening);
    const annotation = claimed(reopen(sampleAnnotation({ status: 'resolved' }), sampleAuthor, sampleTime));
    mirror.apply({ type: 'annotations:sync', annotations: [annotation], cursor: 'c2' });
    expect(statuses(mirror)).toEqual(['acknowledged']);
  });
});

let made = 0;

function entry(deed: Deed): Entry {
  made++;
  return { ref: uuidOf(1_000 + made), order: made, tab: 'tab', at, deed };
}

function synced(...annotations: Annotation[]): Mirror {
  const mirror = createMirror(writer);
  mirror.apply({ type: 'annotations:sync', annotations, cursor: 'c1' });
  return mirror;
}

function claimed(annotation: Annotation): Annotation {
  return acknowledge(annotation, sampleAgent, sampleTime);
}

function statuses(mirror: Mirror): string[] {
  return [...mirror.shown([]).annotations.values()].map(({ status }) => status);
}
