/** One annotation at each point of its life that a page looks at. */
import type { Annotation, Verdict } from '@annotate-mcp/core';
import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

export const id = uuidOf(100);
export const pageUrl = 'http://localhost:4200/cart';

/** In milliseconds. */
export const timing = {
  turn: 100,
  quiet: 50,
  mostQuiet: 500,
  steady: 50,
  final: 400,
  pointer: 100,
  repeat: 100,
};

export const seen = { before: { takenAt: '2026-11-15T09:30:00.000Z', record: 'a.json', picture: 'b.webp' } };
export const resolved = (): Annotation =>
  ({ ...sampleAnnotation({ id, pageUrl, kind: 'element', status: 'resolved' }), proof: seen }) as Annotation;

/** As another page has told it. */
export const told = (): Annotation =>
  ({ ...sampleAnnotation({ id, pageUrl, kind: 'element' }), proof: seen }) as Annotation;

/** An agent has taken it `ms` from now. */
export const held = (ms = 0): Annotation =>
  ({
    ...sampleAnnotation({ id, pageUrl, kind: 'element', status: 'acknowledged' }),
    claim: { agentId: 'agent-1', agentName: 'claude-code', at: new Date(Date.now() + 1 + ms).toISOString() },
    proof: seen,
  }) as Annotation;

export const afterOf = (verdict: Verdict) => ({
  takenAt: '2026-11-15T09:40:00.000Z',
  record: 'c.json',
  picture: 'd.webp',
  verdict,
  changes: [],
  outside: { count: 0, pushed: 0, examples: [] },
});
