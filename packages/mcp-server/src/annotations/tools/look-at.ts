import { z } from 'zod';

import { AnnotateError, type Annotation, type LookTarget } from '@annotate-mcp/core';
import { pageTargetSchema, parseAs, styleName } from '@annotate-mcp/core/schema';

import { invalidArgumentsError } from '../../errors.ts';
import { contentKey, defineTool, type ToolContext } from '../../tool.ts';
import { askPages } from '../looks/ask-pages.ts';
import { chooseAnswer } from '../looks/choose-answer.ts';
import { chooseTabs, type WantedPage } from '../looks/choose-tabs.ts';
import { describeLook } from '../looks/describe-look.ts';
import { readOffPage } from '../view.ts';

import { id, pageUrl, sessionId } from './fields.ts';

const lookInput = () =>
  z.object({
    id: id().optional(),
    selector: z.string().min(1).max(4_000).optional().describe('CSS selector, instead of an annotation'),
    sessionId: sessionId().optional(),
    pageUrl: pageUrl().optional(),
    styles: z.array(styleName).max(100).optional().describe('Only these computed styles'),
    picture: z.boolean().optional().describe('true unless given'),
  });

export const lookAt = defineTool({
  name: 'look_at',
  title: 'See an element as it is now',
  description:
    "What an annotation's element, or a selector, looks like in the person's open tab now: picture, text, outline, attributes, styles other than the default ones, box, component, inputs, console errors. Call it after a change.",
  input: lookInput,
  output: () => z.looseObject({ look: z.unknown(), sessionId: z.string() }),
  needs: 'machine',
  hints: { readOnlyHint: true },
  run: async (input, context) => {
    const { wanted, target, subject, since, isBlurred = false } = await subjectOf(input, context);
    const { store, newId, now, signal } = context;
    const tabs = await chooseTabs(store, wanted, now());
    const request = {
      id: newId(),
      askedAt: now().toISOString(),
      sessionIds: tabs.map((tab) => tab.id),
      target,
      ...(input.styles !== undefined && { styles: input.styles }),
      picture: isBlurred ? false : (input.picture ?? true),
      ...(since !== undefined && { consoleSince: since }),
    };
    const answers = await askPages(store, request, signal);
    const { page, answer, notes } = chooseAnswer(answers, tabs, subject);
    const { look, picture, hidden } = answer;
    const told = isBlurred ? [...notes, blurredNote] : notes;
    const text = [...told, describeLook(look), readOffPage].join('\n');
    return {
      look,
      sessionId: page.sessionId,
      hidden,
      ...(told.length > 0 && { notes: told }),
      pageDerived: readOffPage,
      [contentKey]: [{ type: 'text', text }, ...pictureContent(picture)],
    };
  },
});

const blurredNote =
  'No picture was taken: the person has hidden something in the screenshot of this annotation.';

interface Subject {
  wanted: WantedPage;
  target: LookTarget;
  /** In messages. */
  subject: string;
  /** When it was written: earlier lines of the console are not about it. */
  since?: string;
  /** The person has hidden something of it in the screenshot. */
  isBlurred?: boolean;
}

async function subjectOf(
  { id: annotationId, selector, ...page }: z.output<ReturnType<typeof lookInput>>,
  { store }: ToolContext,
): Promise<Subject> {
  if (annotationId !== undefined && selector === undefined && page.pageUrl === undefined) {
    return annotationSubject(await store.require(annotationId), page.sessionId);
  }
  if (annotationId !== undefined || selector === undefined) {
    throw invalidArgumentsError(
      'Pass either id, whose page is known, or selector with sessionId or pageUrl.',
    );
  }
  const { sessionId: session, pageUrl: url } = page;
  return {
    wanted: { sessionId: session, pageUrl: url },
    target: { by: 'selector', selector },
    subject: `What the selector ${JSON.stringify(selector)} matches`,
  };
}

function annotationSubject(annotation: Annotation, session: string | undefined): Subject {
  const { id: annotationId, kind, appId, createdAt } = annotation;
  if (kind === 'markdown') throw markdownError(annotationId);
  const place = parseAs(pageTargetSchema, annotation, {
    code: 'annotation/invalid',
    subject: `Annotation ${annotationId}`,
    hint: 'Look by selector instead.',
  });
  return {
    wanted: { sessionId: session, pageUrl: annotation.pageUrl, appId },
    target: { by: 'annotation', id: annotationId, place },
    subject: `The element of annotation ${annotationId}`,
    since: createdAt,
    isBlurred: annotation.blurred === true,
  };
}

function markdownError(annotationId: string): AnnotateError {
  return new AnnotateError(
    'annotation/invalid',
    `Annotation ${annotationId} is about a Markdown file, not a page.`,
    { hint: 'Read the file instead.' },
  );
}

/** Nothing for bytes that are not a WebP picture: they come from a page. */
function pictureContent(base64: string | undefined) {
  if (base64 === undefined) return [];
  const head = Buffer.from(base64.slice(0, 16), 'base64').toString('latin1');
  if (!head.startsWith('RIFF') || head.slice(8, 12) !== 'WEBP') return [];
  return [{ type: 'image' as const, data: base64, mimeType: 'image/webp' }];
}
