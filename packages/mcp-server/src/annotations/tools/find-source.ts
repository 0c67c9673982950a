import { z } from 'zod';

import {
  AnnotateError,
  type Annotation,
  type ComponentAnnotation,
  type ElementAnnotation,
  type SourceLocation,
} from '@annotate-mcp/core';
import { storeFile } from '@annotate-mcp/store';

import { defineTool } from '../../tool.ts';
import { findElementCandidates } from '../element-candidates.ts';
import { findSourceCandidates, type SourceCandidate } from '../source-candidates.ts';
import { cluesOf } from '../source/element-clues.ts';
import type { Passage } from '../source/passage.ts';

import { id } from './fields.ts';

export const findSource = defineTool({
  name: 'find_source',
  title: 'Find where a text or an element comes from',
  description:
    'For an annotation without sourceLocation: files and lines with the quoted text, or with the text, id, test id and class of the element, best first.',
  input: () => z.object({ id: id() }),
  output: () => z.looseObject({ candidates: z.array(z.unknown()) }),
  needs: 'machine',
  hints: { readOnlyHint: true },
  run: async (input, { store, agent, root }) => {
    const annotation = await store.require(input.id);
    const search = { root, storeFile: storeFile(store.url)?.path };
    const { candidates, hint } =
      annotation.kind === 'element' || annotation.kind === 'component'
        ? await findElement(annotation, search)
        : await findText(annotation, search);
    await agent.sources.remember(
      root,
      input.id,
      candidates.map(({ file }) => file),
    );
    return candidates.length > 0 ? { candidates } : { candidates, hint };
  },
});

interface Search {
  readonly root: string;
  readonly storeFile: string | undefined;
}

interface Answer {
  readonly candidates: SourceCandidate[];
  /** What to do when there are none. */
  readonly hint: string;
}

async function findText(annotation: Annotation, { root, storeFile }: Search): Promise<Answer> {
  const near = 'sourceLocation' in annotation ? annotation.sourceLocation : undefined;
  const passage = passageOf(annotation);
  if (passage === null) throw nothingQuotedError(annotation);
  const found = await findSourceCandidates(root, {
    ...passage,
    near,
    pageUrl: pageOf(annotation),
    storeFile,
  });
  const why = found.length > 0 ? 'the element around it is written here' : 'the page says so';
  return { candidates: withNamed(found, near, why), hint: noText };
}

const noText =
  'No file of the project has this text as it stands. It may be put together from parts or come from outside: search for its rarest words, or ask the person with reply.';

async function findElement(
  annotation: ElementAnnotation | ComponentAnnotation,
  { root, storeFile }: Search,
): Promise<Answer> {
  const component = annotation.kind === 'component' ? annotation : undefined;
  const { sourceLocation } = annotation;
  const use = component?.uses?.at(-1);
  const near = [component?.componentFilePath, component?.templateFilePath].filter(
    (file) => file !== undefined,
  );
  const clues = cluesOf(annotation);
  const found = clues.length === 0 ? [] : await findElementCandidates(root, { clues, near, storeFile });
  if (sourceLocation !== undefined) {
    // The text of the element may come from another file than its tag.
    const others = found.filter(({ file }) => file !== sourceLocation.file);
    const own = { file: sourceLocation.file, line: sourceLocation.line, why: 'the page says so' };
    if (use === undefined) return { candidates: [own, ...others], hint: noElement };
    const used = { file: use.file, line: use.line, why: 'the tag that uses the component' };
    const kit = { ...own, why: 'the element itself, in a component that many files use' };
    const rest = others.filter(({ file }) => file !== use.file);
    return { candidates: [used, kit, ...rest], hint: noElement };
  }
  const why = 'the component around it begins here; the element itself was not found there';
  const put = 'HTML that the element is a part of is put into the page here';
  const generated = withNamed(found, annotation.generatedAt, put);
  const named = withNamed(generated, component?.componentLocation, why);
  return { candidates: withTag(named, use ?? component?.usedAt), hint: noElement };
}

const noElement =
  'No file of the project has the text, id, test id or class of this element. A library, a server or data may have made it: read the component that is named, search for parts of it, or ask the person with reply.';

/** The tag in the project of what a library or a kit drew comes first. */
function withTag(candidates: readonly SourceCandidate[], tag: SourceLocation | undefined): SourceCandidate[] {
  if (tag === undefined) return [...candidates];
  const others = candidates.filter(({ file, line }) => file !== tag.file || line !== tag.line);
  return [{ file: tag.file, line: tag.line, why: 'the tag that uses the component' }, ...others];
}

/** Adds what the page names, unless something in that file was found. */
function withNamed(
  found: readonly SourceCandidate[],
  named: SourceLocation | undefined,
  why: string,
): SourceCandidate[] {
  if (named === undefined || found.some(({ file }) => file === named.file)) return [...found];
  return [...found, { file: named.file, line: named.line, why }];
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

function nothingQuotedError({ id }: Annotation): AnnotateError {
  return new AnnotateError('annotation/invalid', `Annotation ${id} quotes no text to look for.`, {
    hint: 'Use its component file, selector or page address instead.',
  });
}
