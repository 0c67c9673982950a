import { z } from 'zod';

import type { ElementLocator } from '../proof/element-locator.ts';
import type { LayoutElement, PageLayout, ProofRecord, StyleRule } from '../proof/page-layout.ts';
import { lookedAtTimes } from '../proof/record-proof.ts';

import { elementLookSchema } from './look.ts';
import { pageFailureSchema } from './page-failure.ts';
import { attachmentName, capped, isoTime } from './text.ts';

const fewWords = (most: number, longest: number) =>
  z.record(capped(100), capped(longest)).refine((value) => Object.keys(value).length <= most, {
    error: `has more than ${most} entries`,
  });

const coordinate = z.number().min(-1e7).max(1e7);

const layoutElement = z.object({
  parent: z.int().min(-1).max(3_000),
  tag: capped(100).min(1),
  nth: z.int().positive(),
  key: capped(100).exactOptional(),
  classes: capped(300).exactOptional(),
  inShadow: z.literal(true).exactOptional(),
  text: capped(200).exactOptional(),
  attributes: fewWords(20, 300).exactOptional(),
  drawn: capped(20),
  inherited: capped(20),
  box: z.tuple([coordinate, coordinate, coordinate, coordinate]),
  role: z.enum(['target', 'around']).exactOptional(),
  component: z.enum(['root', 'part']).exactOptional(),
  styles: fewWords(200, 300).exactOptional(),
  unsteady: z.literal(true).exactOptional(),
  moving: z.literal(true).exactOptional(),
}) satisfies z.ZodType<LayoutElement>;

const pageLayout = z.object({
  conditions: z.object({ width: z.number(), dark: z.boolean() }),
  elements: z
    .array(layoutElement)
    .max(3_000)
    // A parent that came later would make a circle.
    .refine((elements) => elements.every(({ parent }, index) => parent < index), {
      error: 'has an element before its parent',
    }),
  isCut: z.literal(true).exactOptional(),
}) satisfies z.ZodType<PageLayout>;

const styleRule = z.object({
  selector: capped(300).min(1),
  condition: capped(300).exactOptional(),
  unmet: capped(300).exactOptional(),
  file: capped(1_000).exactOptional(),
  applies: z.boolean(),
  declarations: fewWords(60, 300),
}) satisfies z.ZodType<StyleRule>;

const words = () => capped(500).min(1);
const locator = z.discriminatedUnion('by', [
  z.object({ by: z.literal('test id'), testId: words() }),
  z.object({ by: z.literal('id'), id: words() }),
  z.object({ by: z.literal('role'), role: words(), name: words() }),
  z.object({ by: z.literal('text'), text: words() }),
  z.object({ by: z.literal('alt'), alt: words() }),
  z.object({ by: z.literal('label'), label: words() }),
  z.object({ by: z.literal('selector'), selector: capped(4_000).min(1) }),
]) satisfies z.ZodType<ElementLocator>;

/** What a page saw. Everything is limited, because it comes from a page. */
export const proofRecordSchema = z.object({
  look: elementLookSchema.nullable(),
  layout: pageLayout,
  locator: locator.exactOptional(),
  anchor: locator.exactOptional(),
  rules: z.array(styleRule).max(400).exactOptional(),
  failures: z.array(pageFailureSchema).max(20).exactOptional(),
  requests: z
    .array(z.object({ address: z.string().max(500), status: z.int().min(100).max(999) }))
    .max(100)
    .exactOptional(),
}) satisfies z.ZodType<ProofRecord>;

/** What a page on the machine of the hub reports: a record and, later, the name of the picture that belongs to it. */
export const proofReportSchema = z.union([
  z.object({
    side: z.enum(['before', 'after']),
    takenAt: isoTime,
    record: proofRecordSchema,
    /** Of what was seen before; absent for when it was sent. */
    lookedAt: z.enum(lookedAtTimes).exactOptional(),
    /** The page has waited as long as it waits for a change to arrive. */
    isFinal: z.boolean(),
    /** When the page was loaded or has changed last before that; absent for what was seen before. */
    changedAt: isoTime.exactOptional(),
    /** When the page got new code of the annotation's own files, after its verdict was known. */
    codeAt: isoTime.exactOptional(),
  }),
  z.object({ side: z.enum(['before', 'after']), takenAt: isoTime, picture: attachmentName }),
]);
