import { expect, it } from 'vitest';

import type { Annotation, Status } from '@annotate-mcp/core';
import { reply, withdraw } from '@annotate-mcp/core';
import { sampleAnnotation, sampleAuthor, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import type { MarkdownComment } from '../document/index.ts';

import { byId, isComment } from './comments.ts';
import { exportedComments, inlineCopy, isMirrored, commentsForSidecar, sharedContents } from './reconcile.ts';

function of(annotation: Annotation): MarkdownComment {
  if (!isComment(annotation)) throw new Error('not a comment');
  return annotation;
}
const comment = (n: number, status: Status = 'pending') =>
  of(sampleAnnotation({ kind: 'markdown', id: uuidOf(n), status }));

it('an export has no drafts, no withdrawn comments and no claims', () => {
  const withdrawn = of(withdraw(comment(3), sampleAuthor, sampleTime));
  const sidecar = byId([comment(1, 'draft'), comment(2, 'acknowledged'), withdrawn, comment(4, 'resolved')]);
  const inline = byId([inlineCopy(comment(3)), inlineCopy(comment(5))]);
  const copies = exportedComments(sidecar, inline);
  expect(copies.map(({ id }) => id)).toEqual([2, 4, 5].map(uuidOf));
  expect(copies[0]).toMatchObject({ status: 'pending', store: 'inline' });
  expect(copies[0]).not.toHaveProperty('claim');
});

it('a file is mirrored when both contents are the same, whatever the placements are', () => {
  const sidecar = byId([comment(1), comment(2, 'draft'), comment(3, 'acknowledged')]);
  const inline = byId(exportedComments(sidecar, new Map()));
  const moved = [...inline.values()].map((each) => ({ ...each, anchor: { ...each.anchor, char_start: 0 } }));
  expect(isMirrored(sidecar, byId(moved))).toBe(true);
  expect(isMirrored(byId([comment(1)]), inline)).toBe(false);
  expect(isMirrored(byId([comment(1), comment(3, 'resolved')]), inline)).toBe(false);
});

it('without a mirror the sidecar takes over only comments that it has itself', () => {
  const said = of(reply(comment(1), sampleAuthor, sampleTime, { id: uuidOf(9), message: 'and shorter' }));
  const [sidecar, inline] = [byId([comment(1)]), byId([said, comment(2)])];
  const news = (mirror: boolean) => commentsForSidecar(sidecar, inline, {}, mirror).map(({ id }) => id);
  expect(news(false)).toEqual([uuidOf(1)]);
  expect(news(true)).toEqual([uuidOf(1), uuidOf(2)]);
});

it('a comment that was taken over is not taken over again', () => {
  const [sidecar, inline] = [byId([comment(1, 'resolved')]), byId([comment(1)])];
  expect(commentsForSidecar(sidecar, inline, sharedContents(sidecar, inline), true)).toEqual([]);
});
