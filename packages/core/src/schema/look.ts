import { z } from 'zod';

import type { ElementLook, LookAnswer, LookRequest, PageLook } from '../look.ts';

import { boundingBox, inputs, sourceLocation, viewport } from './annotation.ts';
import { pageTargetSchema } from './page-target.ts';
import { attachmentName, capped, isoTime, pageUrl } from './text.ts';

function fewTexts(mostKeys: number, longest: number) {
  return z
    .record(capped(200), capped(longest))
    .refine((value) => Object.keys(value).length <= mostKeys, { error: `has more than ${mostKeys} entries` });
}

/** A look comes from a page, so every part of it is limited. Fields that are not in the model are dropped. */
export const elementLookSchema: z.ZodType<ElementLook> = z.lazy(() =>
  z.object({
    takenAt: isoTime,
    pageUrl: pageUrl(capped),
    pageTitle: capped(2_000),
    viewport: viewport(capped),
    scroll: z.object({ x: z.number(), y: z.number() }),
    element: z.object({
      tag: capped(200).min(1),
      role: capped(200).exactOptional(),
      name: capped(1_000).exactOptional(),
    }),
    selector: capped(4_000),
    text: capped(4_000),
    outline: capped(12_000),
    attributes: fewTexts(200, 500),
    styles: fewTexts(400, 1_000),
    box: boundingBox(capped),
    invisibleBecause: capped(500).exactOptional(),
    component: z
      .object({
        name: capped(500).min(1),
        file: capped(4_096),
        templateFile: capped(4_096).exactOptional(),
        line: z.int().positive().exactOptional(),
        inputs: inputs(capped),
      })
      .exactOptional(),
    sourceLocation: sourceLocation(capped).exactOptional(),
    consoleErrors: z.array(capped(4_000)).max(50),
    picture: attachmentName.exactOptional(),
    pictureProblem: capped(1_000).exactOptional(),
  }),
);

/** Also custom properties. */
export const styleName = z.string().regex(/^(--)?[a-z][\w-]{0,100}$/i, 'must be the name of a CSS property');

export const lookRequestSchema: z.ZodType<LookRequest> = z.lazy(() =>
  z.object({
    id: z.uuid(),
    askedAt: isoTime,
    sessionIds: z.array(capped(200)).max(20),
    target: z.discriminatedUnion('by', [
      z.object({ by: z.literal('annotation'), id: capped(200), place: pageTargetSchema }),
      z.object({ by: z.literal('selector'), selector: capped(4_000).min(1) }),
    ]),
    styles: z.array(styleName).max(100).exactOptional(),
    picture: z.boolean(),
    consoleSince: isoTime.exactOptional(),
  }),
);

/** 300 KB in base64. With the look it has to fit into one message of the socket. */
const picture = capped(400_000).regex(/^[A-Za-z\d+/]+={0,2}$/, 'must be base64');

export const pageLookSchema = z.lazy(() =>
  z.discriminatedUnion('found', [
    z.object({
      hidden: z.boolean(),
      found: z.literal(true),
      look: elementLookSchema,
      matches: z.int().positive(),
      picture: picture.exactOptional(),
      pictureFollows: z.literal(true).exactOptional(),
    }),
    z.object({
      hidden: z.boolean(),
      found: z.literal(false),
      similar: z.array(z.object({ selector: capped(4_000), text: capped(500) })).max(5),
      problem: z.enum(['selector', 'shadow']).exactOptional(),
    }),
  ]),
) satisfies z.ZodType<PageLook>;

export const lookAnswerSchema: z.ZodType<LookAnswer> = z.lazy(() =>
  z.object({
    id: z.string(),
    requestId: z.uuid(),
    pages: z.array(
      z.object({
        sessionId: capped(200),
        url: capped(4_096),
        gone: z.literal(true).exactOptional(),
        answer: pageLookSchema.exactOptional(),
      }),
    ),
    visitors: z.int().nonnegative(),
  }),
);
