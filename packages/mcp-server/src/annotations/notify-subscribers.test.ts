import { expect, it } from 'vitest';

import { type Annotation, type Change, recordBefore } from '@annotate-mcp/core';
import { sampleAnnotation, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import { ListedContent } from './notify-subscribers.ts';

const change = (annotation: Annotation): Change => ({ type: 'added', cursor: '', annotation });
const before = { record: 'before.json', takenAt: sampleTime.toISOString() };

it('changes with what a list shows, not with a picture from before', () => {
  const listed = new ListedContent();
  const annotation = sampleAnnotation();
  expect(listed.hasChanged(change(annotation))).toBe(true);
  expect(listed.hasChanged(change(recordBefore(annotation, { type: 'system' }, before)))).toBe(false);
  expect(listed.hasChanged(change({ ...annotation, annotationText: 'bolder' }))).toBe(true);
});

it('counts what it has forgotten as changed: after a gap, after a removal, and of many the oldest', () => {
  const listed = new ListedContent();
  const annotation = sampleAnnotation();
  listed.hasChanged(change(annotation));
  listed.forget();
  expect(listed.hasChanged(change(annotation))).toBe(true);
  expect(listed.hasChanged({ type: 'removed', cursor: '', annotation })).toBe(true);
  expect(listed.hasChanged(change(annotation))).toBe(true);
  for (let n = 1; n <= 200; n++) listed.hasChanged(change(sampleAnnotation({ id: uuidOf(1_000 + n) })));
  expect(listed.hasChanged(change(annotation))).toBe(true);
});
