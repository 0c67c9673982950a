import { describe, expect, it } from 'vitest';

import { pageTargetSchema } from '@annotate-mcp/core/schema';
import { sampleAnnotation } from '@annotate-mcp/core/testing';

import type { ParamsOf } from '../index.ts';

import { commands, isCommandType } from './index.ts';

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
  it('is known by its own name only', () => {
    expect(isCommandType('click')).toBe(true);
    expect(isCommandType('toString')).toBe(false);
  });

  it('accepts its own parameters', () => {
    expect(commands.click.params.parse(click)).toEqual(click);
  });

  it.each([
    { name: 'an unknown kind of target', params: { ...click, target: { by: 'magic' } } },
    { name: 'a wait as long as the command', params: { ...click, timeoutMs: 30_000 } },
    { name: 'a missing tab', params: { ...click, tabId: undefined } },
  ])('refuses $name', ({ params }) => {
    expect(commands.click.params.safeParse(params).success).toBe(false);
  });

  it('contains where an annotation is, and nothing of its text', () => {
    const place = pageTargetSchema.parse(sampleAnnotation({ annotationText: 'secret' }));
    const target = { by: 'annotation', annotationId: 'a', place };
    expect(commands.click.params.parse({ ...click, target })).toMatchObject({ target: { place } });
    expect(JSON.stringify(place)).not.toContain('secret');
  });
});

describe('a result', () => {
  it('is refused if it does not match its schema, so that nothing else reaches an agent', () => {
    const result = { tabs: [{ tabId: 1, url: 'https://a.test' }] };
    expect(commands.get_tabs.result.safeParse(result).success).toBe(false);
  });
});
