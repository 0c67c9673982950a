import { expect, it } from 'vitest';

import { attachmentsOf, picturesOf } from './attachments-of.ts';
import { sampleAnnotation, uuidOf } from './testing.ts';

it('names the screenshot, the pictures of the person, what was seen and the pictures of replies', () => {
  const annotation = sampleAnnotation({ kind: 'element' });
  const reply = {
    id: uuidOf(2),
    createdAt: annotation.createdAt,
    author: 'agent',
    message: 'After',
  } as const;
  const side = { takenAt: annotation.createdAt, record: 'd.json', picture: 'e.webp' };
  const full = {
    ...annotation,
    screenshot: 'a.webp',
    pictures: ['b.webp', 'c.webp'],
    proof: { before: side },
    replies: [{ ...reply, screenshot: 'f.png' }, reply],
  };
  expect(attachmentsOf(full).toSorted()).toEqual(['a.webp', 'b.webp', 'c.webp', 'd.json', 'e.webp', 'f.png']);
  expect(picturesOf(full)).toEqual(['a.webp', 'b.webp', 'c.webp']);
});

it('names nothing for a comment on a document', () => {
  expect(attachmentsOf(sampleAnnotation({ kind: 'markdown' }))).toEqual([]);
});
