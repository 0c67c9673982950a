import { describe, expect, it } from 'vitest';

import { commentOn, follow, get, opened, plan, project, useBench } from './testing/bench.ts';

useBench();

describe('the batch', () => {
  it('collects drafts in the sidecar, and is submitted as a whole', async () => {
    const place = project();
    const document = await opened(place);
    const events = follow(document);
    const [may, end] = [commentOn(plan, 'ship in May'), commentOn(plan, 'The end is near')];
    await document.persist(end);
    await document.persist(may);
    expect(document.comments().map(({ id, status, store }) => [id, status, store])).toEqual([
      [may.id, 'draft', 'sidecar'],
      [end.id, 'draft', 'sidecar'],
    ]);
    expect(events.filter(({ type }) => type === 'submitted')).toEqual([]);
    const fast = commentOn(plan, 'fast enough');
    const { comments, ids } = await document.submit([fast], 'review');
    expect(comments.map(({ id, status, intent }) => [id, status, intent])).toEqual(
      [may.id, fast.id, end.id].map((id) => [id, 'pending', 'review']),
    );
    expect(new Set(ids)).toEqual(new Set([may.id, fast.id, end.id]));
    const tasks = events.filter((event) => event.type === 'submitted');
    expect(tasks).toHaveLength(1);
    expect(tasks[0]).toMatchObject({ lane: 'batch' });
    expect(get(place.file)).toBe(plan);
  });

  it('is not changed when it is sent a second time', async () => {
    const document = await opened(project());
    const comment = commentOn(plan, 'ship in May');
    await document.submit([comment], 'edit');
    const events = follow(document);
    const again = await document.submit([comment], 'edit');
    expect(again).toMatchObject({ ids: [], comments: [{ id: comment.id, status: 'pending' }] });
    expect(events).toEqual([]);
  });

  it('is there when the file is opened again', async () => {
    const place = project();
    const first = await opened(place);
    const comment = commentOn(plan, 'ship in May');
    await first.persist(comment);
    await first.close();
    const second = await opened(place);
    expect(second.comments()).toMatchObject([
      { id: comment.id, status: 'draft', annotationText: comment.text },
    ]);
  });

  it('keeps comments that were sent just before the file was closed', async () => {
    const place = project();
    const first = await opened(place);
    const comments = ['ship in May', 'fast enough', 'The end is near'].map((quote) => commentOn(plan, quote));
    const kept = Promise.all(comments.map((comment) => first.persist(comment)));
    await first.close();
    await kept;
    await expect(first.persist(commentOn(plan, 'small enough'))).rejects.toMatchObject({
      code: 'store/closed',
    });
    expect((await opened(place)).comments().map(({ id }) => id)).toEqual(comments.map(({ id }) => id));
  });
});
