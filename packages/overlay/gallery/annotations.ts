/** The annotations of the scenes: an app with comments on components, and a site under inline review. */
import type { Annotation, Reply } from '@annotate-mcp/core';
import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

export const full: readonly Annotation[] = [
  withWishes(sampleAnnotation({ id: uuidOf(10), at: ago(2), annotationText: 'Make the price bold' })),
  {
    ...sampleAnnotation({
      id: uuidOf(11),
      at: ago(9),
      status: 'acknowledged',
      annotationText: 'Sold-out items should be greyed and stay in the list, at the end of it',
    }),
    replies: [sampleReply(1, 'agent', 'Is *sold out* the same as `stock === 0`, or is there a flag?', 6)],
  },
  {
    ...sampleAnnotation({
      id: uuidOf(12),
      at: ago(48),
      status: 'resolved',
      annotationText: 'Show the old price beside the new one, struck through.',
    }),
    replies: [
      sampleReply(2, 'agent', 'On it.', 44),
      sampleReply(3, 'user', 'Only when it is on sale, please.', 40),
      sampleReply(
        4,
        'agent',
        'Done. The old price is shown when `oldPrice > price`:\n\n- template in src/app/price-tag.component.html:3\n- style in `src/app/price-tag.component.css:18`\n\n```html\n<s>{{ oldPrice }}</s>\n```',
        31,
      ),
    ],
  },
  sampleAnnotation({ id: uuidOf(13), at: ago(200), status: 'dismissed', annotationText: 'Use a serif font' }),
  sampleAnnotation({ id: uuidOf(14), at: ago(1), status: 'draft', annotationText: 'Round the corners less' }),
  sampleAnnotation({ id: uuidOf(15), at: ago(3000), annotationText: 'This banner is too loud' }),
  sampleAnnotation({
    id: uuidOf(16),
    at: ago(5),
    kind: 'page',
    annotationText: 'The page needs a search field',
    pageUrl: 'http://localhost:4200/shop?page=2',
  }),
];

export const site: readonly Annotation[] = [
  {
    ...sampleAnnotation({
      id: uuidOf(20),
      kind: 'text',
      at: ago(2),
      status: 'resolved',
      annotationText: 'Say how long it takes.',
    }),
    replies: [
      sampleReply(20, 'agent', 'Working days or calendar days?', 40),
      sampleReply(21, 'user', 'Working days.', 30),
      sampleReply(22, 'agent', 'Done: it now says *within two working days*, in `delivery.md:12`.', 12),
    ],
  },
  sampleAnnotation({
    id: uuidOf(21),
    kind: 'element',
    at: ago(9),
    annotationText: 'This picture needs a caption, and it is larger than all the others.',
  }),
  sampleAnnotation({
    id: uuidOf(22),
    kind: 'element',
    at: ago(12),
    status: 'acknowledged',
    annotationText: 'Too close to the next one.',
  }),
  sampleAnnotation({
    id: uuidOf(23),
    kind: 'page',
    at: ago(20),
    annotationText: 'The page needs a table of contents',
  }),
  sampleAnnotation({ id: uuidOf(15), kind: 'text', at: ago(3000), annotationText: 'Is this still true?' }),
  sampleAnnotation({
    id: uuidOf(24),
    kind: 'element',
    at: ago(5),
    status: 'draft',
    annotationText: 'Link to the size table from here',
  }),
  sampleAnnotation({
    id: uuidOf(25),
    kind: 'text',
    at: ago(50),
    annotationText: 'Two sentences, please',
    pageUrl: 'http://localhost:4200/about',
  }),
];

function ago(minutes: number): Date {
  return new Date(Date.now() - minutes * 60_000);
}

function sampleReply(n: number, author: Reply['author'], message: string, minutes: number): Reply {
  const agent = author === 'agent' ? { agentName: 'claude-code' } : {};
  return { id: uuidOf(200 + n), author, message, createdAt: ago(minutes).toISOString(), ...agent };
}

function withWishes(annotation: Annotation): Annotation {
  if (annotation.kind !== 'component') return annotation;
  const tokens = { before: '--space-3', after: '--space-4' };
  return {
    ...annotation,
    wishes: [
      { what: 'text', before: '12.50 €', after: '€ 12.50' },
      { what: 'style', name: 'padding', before: '12px', after: '16px', tokens },
    ],
  };
}
