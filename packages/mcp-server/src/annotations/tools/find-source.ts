import { z } from 'zod';

import { AnnotateError, type Annotation, type SourceLocation } from '@annotate-mcp/core';

import { defineTool } from '../../tool.ts';
import type { Passage } from '../source/passage.ts';
import { findSourceCandidates, type SourceCandidate } from '../source-candidates.ts';

import { id } from './fields.ts';

export const findSource = defineTool({
  name: 'find_source',
  title: 'Find where a text comes from',
  description:
    'For a text annotation without sourceLocation: files and lines of the project that have the quoted text.',
  input: () => z.object({ id: id() }),
  output: () => z.looseObject({ candidates: z.array(z.unknown()) }),
  hints: { readOnlyHint: true },
  run: async (input, { store, agent, root }) => {
    const annotation = await store.require(input.id);
    const near = 'sourceLocation' in annotation ? annotation.sourceLocation : undefined;
    const passage = passageOf(annotation);
    if (passage === null && near === undefined) throw nothingQuoted(annotation);
    const found =
      passage === null
        ? []
        : await findSourceCandidates(root, {
            ...passage,
            near,
            pageUrl: pageOf(annotation),
            storeFile: fileOf(store.url),
          });
    const candidates = withNamed(found, near);
    await agent.sources.remember(
      root,
      input.id,
      candidates.map(({ file }) => file),
    );
    return candidates.length > 0 ? { candidates } : { candidates, hint: nothingFound };
  },
});

const nothingFound =
  'No file of the project has this text as it stands. It may be put together from parts or come from outside: search for its rarest words, or ask the person with reply.';

/** What the page names is where the element is written; its text may come from a variable or another file. */
function withNamed(found: readonly SourceCandidate[], near: SourceLocation | undefined): SourceCandidate[] {
  if (near === undefined || found.some(({ file }) => file === near.file)) return [...found];
  const why = found.length > 0 ? 'the element around it is written here' : 'the page says so';
  return [...found, { file: near.file, line: near.line, why }];
}

function passageOf(annotation: Annotation): Passage | null {
  if (annotation.kind === 'text') {
    const { quote, contextBefore: before, contextAfter: after } = annotation.anchor;
    return { quote: annotation.replacementText ?? quote, before, after };
  }
  if (annotation.kind === 'markdown') {
    const { quote, context_before: before, context_after: after } = annotation.anchor;
    return { quote, before, after };
  }
  const { selectionText } = annotation;
  return selectionText === undefined ? null : { quote: selectionText, before: '', after: '' };
}

function pageOf(annotation: Annotation): string | undefined {
  return 'pageUrl' in annotation ? annotation.pageUrl : undefined;
}

function fileOf(storeUrl: string): string | undefined {
  return storeUrl.startsWith('json:') ? storeUrl.slice('json:'.length) : undefined;
}

function nothingQuoted({ id }: Annotation): AnnotateError {
  return new AnnotateError('annotation/invalid', `Annotation ${id} quotes no text to look for.`, {
    hint: 'Use its component file, selector or page address instead.',
  });
}
