import { z } from 'zod';

import { AnnotateError, type Annotation } from '@annotate-mcp/core';

import { defineTool } from '../../tool.ts';
import { findSourceCandidates } from '../source-candidates.ts';

import { id } from './fields.ts';
import { visible } from './move.ts';

export const findSource = defineTool({
  name: 'find_source',
  title: 'Find where a text comes from',
  description:
    'For a text annotation without sourceLocation: files and lines of the project that have the quoted text.',
  input: z.object({ id }),
  output: z.looseObject({ candidates: z.array(z.unknown()) }),
  hints: { readOnlyHint: true },
  run: async (input, { store, root }) => {
    const annotation = visible(input.id, await store.get(input.id));
    const known = 'sourceLocation' in annotation ? annotation.sourceLocation : undefined;
    if (known !== undefined) {
      return { candidates: [{ file: known.file, line: known.line, why: 'the page says so' }] };
    }
    const candidates = await findSourceCandidates(root, quoteOf(annotation));
    return candidates.length > 0 ? { candidates } : { candidates, hint: nothingFound };
  },
});

const nothingFound =
  'No file of the project has this text as it stands. It may be put together from parts or come from outside: search for its rarest words, or ask the person with reply.';

function quoteOf(annotation: Annotation): string {
  if (annotation.kind === 'text') return annotation.anchor.quote;
  const selection = annotation.kind === 'markdown' ? annotation.anchor.quote : annotation.selectionText;
  if (selection !== undefined) return selection;
  throw new AnnotateError('annotation/invalid', `Annotation ${annotation.id} quotes no text to look for.`, {
    hint: 'Use its component file, selector or page address instead.',
  });
}
