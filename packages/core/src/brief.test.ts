import { describe, expect, it } from 'vitest';

import { kinds } from './annotation.ts';
import { briefOf, isPlacedOnly, placedOf } from './brief.ts';
import { create } from './moves.ts';
import { annotationSchema } from './schema/annotation.ts';
import { sampleContent, sampleOfSize, sampleTime } from './testing.ts';

describe('an annotation in brief', () => {
  it.each(kinds)('is one as any other: %s', (kind) => {
    const annotation = create(sampleContent(kind), 'pending', sampleTime);
    const brief = briefOf(annotation);
    expect(annotationSchema.parse(brief)).toEqual(brief);
    const { id, annotationText, status, replies } = annotation;
    expect(brief).toMatchObject({ id, annotationText, status, replies, kind });
  });

  it('is without what was read off its page', () => {
    const component = sampleOfSize(20_000);
    if (component.kind !== 'component') throw new Error('The sample is of another kind.');
    const side = { takenAt: '2026-01-01T00:00:00.000Z', record: 'a.json' };
    const box = { x: 0, y: 0, width: 9, height: 9 };
    const brief = briefOf({
      ...component,
      element: { tag: 'b', text: 'Total', box, html: '<b>hidden</b>' },
      targets: [{ ...component, domSnapshot: '<i>hidden</i>' }],
      consoleErrors: ['hidden'],
      proof: {
        before: { ...side, picture: 'hidden' },
        after: {
          ...side,
          picture: 'hidden',
          verdict: 'unchanged',
          changes: [{ what: 'text', before: 'hidden' }],
          outside: { count: 1, pushed: 0, examples: [{ name: 'hidden', what: 'text' }] },
        },
      },
    });
    const text = JSON.stringify(brief);
    expect(text).not.toContain('hidden');
    expect(text.length).toBeLessThan(2_000);
    expect(brief).toMatchObject({
      element: { tag: 'b', text: 'Total' },
      proof: { after: { verdict: 'unchanged' } },
    });
  });
});

describe('an annotation that is placed on its page', () => {
  it('is one as any other, found by its element, without what only its thread shows', () => {
    const large = sampleOfSize(20_000);
    if (large.kind !== 'component') throw new Error('The sample is of another kind.');
    const placed = placedOf({ ...large, inputs: { price: 'hidden' }, consoleErrors: ['hidden'] });
    expect(annotationSchema.parse(placed)).toEqual(placed);
    expect(placed).toMatchObject({
      id: large.id,
      selector: large.selector,
      annotationText: large.annotationText,
    });
    expect(JSON.stringify(placed)).not.toContain('hidden');
    expect(JSON.stringify(placed).length).toBeLessThan(2_000);
    expect([large, placed, briefOf(large)].map(isPlacedOnly)).toEqual([false, true, false]);
  });

  it.each(kinds)('is the whole where that is short: %s', (kind) => {
    const annotation = create(sampleContent(kind), 'pending', sampleTime);
    expect(placedOf(annotation)).toBe(annotation);
  });
});
