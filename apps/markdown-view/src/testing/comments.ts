import type { MarkdownAnchor } from '@annotate-mcp/core';
import { anchorAt, blocksOf, type MarkdownComment } from '@annotate-mcp/markdown';

export const plan = `# Plan

The first step is small.

The second step is larger, and the first step goes before it.

- [ ] one
- [x] two

Nothing else is planned.
`;

export function anchorOf(quote: string, text = plan): MarkdownAnchor {
  const start = text.indexOf(quote);
  return anchorAt(text, blocksOf(text), start, start + quote.length);
}

export function comment(id: string, as: Partial<MarkdownComment> = {}): MarkdownComment {
  const made = {
    id,
    appId: '.',
    authorId: 'person',
    createdAt: '2026-03-01T10:00:00.000Z',
    updatedAt: '2026-03-01T10:00:00.000Z',
    annotationText: `Change ${id}`,
    replies: [],
    kind: 'markdown',
    path: 'docs/plan.md',
    anchor: anchorOf('first step'),
    anchorState: 'placed',
    store: 'sidecar',
    status: 'pending',
  } satisfies MarkdownComment;
  // The test gives a status together with the fields that belong to it.
  return { ...made, ...as } as MarkdownComment;
}
