/** The table of what is secret, through what the page of the team server shows of annotated pages. */
import { describe, expect, it } from 'vitest';

import type { Annotation } from '@annotate-mcp/core';
import { sampleAnnotation } from '@annotate-mcp/core/testing';
import { redacted } from '@annotate-mcp/page-facts';
import { pairCases, textCases } from '@annotate-mcp/page-facts/testing/secret-cases';

import { maskAnnotations } from './mask-annotation.ts';

function shown(annotation: Annotation): Annotation {
  const masked = maskAnnotations(new Map([[annotation.id, annotation]])).get(annotation.id);
  if (masked === undefined) throw new Error('The annotation is gone.');
  return masked;
}

describe('an annotation', () => {
  it.each(textCases)('shows no secret of its page, and everything else: $name', ({ text, secret }) => {
    const read = secret === null ? text : text.replace(secret, redacted);
    const steps = [{ kind: 'error' as const, message: text, secondsBefore: 1 }];
    const component = {
      ...sampleAnnotation({ kind: 'component' }),
      selectionText: text,
      steps,
      consoleErrors: [text],
    };
    expect(shown(component)).toEqual({
      ...component,
      selectionText: read,
      steps: [{ ...steps[0], message: read }],
      consoleErrors: [read],
    });
    const quoted = sampleAnnotation({ kind: 'text' });
    if (quoted.kind !== 'text') throw new Error('This is another kind.');
    const { anchor } = quoted;
    expect(shown({ ...quoted, anchor: { ...anchor, quote: text } })).toMatchObject({
      anchor: { quote: read },
    });
  });

  it.each(pairCases)('shows no secret input of a component: $name=$value', ({ name, value, isSecret }) => {
    const component = { ...sampleAnnotation({ kind: 'component' }), inputs: { list: [{ [name]: value }] } };
    expect(shown(component)).toMatchObject({ inputs: { list: [{ [name]: isSecret ? redacted : value }] } });
  });

  it('keeps the words of people, addresses and documents as they are, and stays the same', () => {
    const text = `token=${'a1'.repeat(9)}`;
    const page = {
      ...sampleAnnotation({ kind: 'page' }),
      annotationText: text,
      pageUrl: `https://a.test/?${text}`,
    };
    expect(shown(page)).toEqual(page);
    expect(shown(page)).toBe(shown(page));
    const document = sampleAnnotation({ kind: 'markdown' });
    expect(shown(document)).toBe(document);
  });
});
