import { describe, expect, it } from 'vitest';

import { pagePlaceSchema } from '@annotate-mcp/core/schema';
import { sampleAnnotation } from '@annotate-mcp/core/testing';

import type { ParamsOf } from '../index.ts';

import { isCommandType, paramsSchemas, parseParams, resultSchemas } from './index.ts';

const click: ParamsOf<'click'> = {
  tabId: 1,
  timeoutMs: 5_000,
  target: { by: 'ref', ref: 'f7e3' },
  button: 'left',
  clickCount: 1,
  delay: 0,
  modifiers: [],
  showCursor: true,
};

describe('a command', () => {
  it('has a schema for what it takes and one for what comes back', () => {
    expect(Object.keys(paramsSchemas).sort()).toEqual(Object.keys(resultSchemas).sort());
  });

  it('is known by its own name only', () => {
    expect(isCommandType('click')).toBe(true);
    expect(isCommandType('toString')).toBe(false);
  });

  it('passes what it takes', () => {
    expect(parseParams('click', click)).toEqual(click);
  });

  it.each([
    { name: 'a target of no kind', params: { ...click, target: { by: 'magic' } } },
    { name: 'a wait as long as the command', params: { ...click, timeoutMs: 30_000 } },
    { name: 'no tab', params: { ...click, tabId: undefined } },
  ])('refuses $name', ({ params }) => {
    expect(() => parseParams('click', params)).toThrow();
  });

  it('carries where an annotation is, and nothing of what was said about it', () => {
    const place = pagePlaceSchema.parse(sampleAnnotation({ annotationText: 'secret' }));
    const target = { by: 'annotation', annotationId: 'a', place };
    expect(parseParams('click', { ...click, target })).toMatchObject({ target: { place } });
    expect(JSON.stringify(place)).not.toContain('secret');
  });
});

describe('a result', () => {
  it('is held to its schema, so that nothing else reaches an agent', () => {
    const result = { tabs: [{ tabId: 1, url: 'https://a.test' }] };
    expect(resultSchemas.get_tabs.safeParse(result).success).toBe(false);
  });
});
