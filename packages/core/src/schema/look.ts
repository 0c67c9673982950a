import { z } from 'zod';

import type { ElementLook } from '../look.ts';

import { boundingBox, inputs, sourceLocation, viewport } from './annotation.ts';
import { attachmentName, capped, isoTime, pageUrl } from './text.ts';

function fewTexts(mostKeys: number, longest: number) {
  return z
    .record(capped(200), capped(longest))
    .refine((value) => Object.keys(value).length <= mostKeys, { error: `has more than ${mostKeys} entries` });
}

/** A look comes from a page, so every part of it is limited. Fields that are not in the model are dropped. */
export const elementLookSchema = z.object({
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
}) satisfies z.ZodType<ElementLook>;
