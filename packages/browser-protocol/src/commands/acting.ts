/** What an agent does to a page as a person would. */
import { z } from 'zod';

import { capped } from '@annotate-mcp/core/schema';

import { actionOutcomeSchema, actionParamsSchema } from '../action.ts';
import type { CommandDefinition } from '../command-definition.ts';
import { count, longText, on, text } from '../fields.ts';
import { elementTargetSchema, pointSchema, targetSchema } from '../target.ts';

const click = {
  needs: 'act',
  repeatable: false,
  words: { wants: 'Click on the page.', done: 'Clicked', plain: 'click' },
  params: actionParamsSchema.extend({
    target: targetSchema,
    /** From the top left of the target, instead of its middle: for a canvas or a map. */
    at: pointSchema.exactOptional(),
    button: z.enum(['left', 'middle', 'right']),
    clickCount: z.int().min(1).max(3),
    /** Milliseconds between press and release. */
    delay: z.int().min(0).max(5_000),
    modifiers: z.array(z.enum(['Alt', 'Control', 'Meta', 'Shift'])),
    showCursor: z.boolean(),
  }),
  result: actionOutcomeSchema.extend({ on, x: z.number(), y: z.number() }),
} satisfies CommandDefinition;

const hover = {
  needs: 'act',
  repeatable: false,
  words: { wants: 'Point at something on the page.', done: 'Pointed at', plain: 'point at' },
  params: actionParamsSchema.extend({
    target: targetSchema,
    /** From the top left of the target, instead of its middle: for a canvas or a map. */
    at: pointSchema.exactOptional(),
    modifiers: z.array(z.enum(['Alt', 'Control', 'Meta', 'Shift'])),
    showCursor: z.boolean(),
  }),
  result: actionOutcomeSchema.extend({ on, x: z.number(), y: z.number() }),
} satisfies CommandDefinition;

const drag = {
  needs: 'act',
  repeatable: false,
  words: { wants: 'Drag something on the page.', done: 'Dragged', plain: 'drag' },
  params: actionParamsSchema.extend({
    target: targetSchema,
    /** From the top left of the target, instead of its middle: for a canvas or a map. */
    at: pointSchema.exactOptional(),
    /** Release here. */
    dropOn: targetSchema.exactOptional(),
    /** From the top left of `dropOn`. */
    dropAt: pointSchema.exactOptional(),
    /** Move through these points, which begin at the top left of `target`, and release at the last or on `dropOn`. */
    path: z.array(pointSchema).min(1).max(100).exactOptional(),
    showCursor: z.boolean(),
  }),
  result: actionOutcomeSchema.extend({ on, x: z.number(), y: z.number() }),
} satisfies CommandDefinition;

const scroll = {
  needs: 'read',
  repeatable: false,
  words: { wants: 'Scroll the page.', done: 'Scrolled', plain: 'scroll' },
  params: actionParamsSchema.extend({
    /** The element to bring into view; with `pixels`, its nearest scrollable ancestor is scrolled. */
    target: elementTargetSchema.exactOptional(),
    /** Down; negative is up. */
    pixels: z.number().exactOptional(),
    /** Turns the mouse wheel over the target by so many pixels, for what listens to the wheel and does not scroll. */
    wheel: z.boolean().exactOptional(),
    /** Outlines the target for the person who watches, for so many milliseconds. */
    highlightMs: z.int().min(0).max(20_000).exactOptional(),
  }),
  result: z.object({
    /** The element that was scrolled to, `null` for the page itself. */
    on: on.nullable(),
    moved: z.number(),
    /** Pixels that are left to scroll, 0 at the end. */
    leftBelow: z.number(),
    leftAbove: z.number(),
  }),
} satisfies CommandDefinition;

const type = {
  needs: 'act',
  repeatable: false,
  words: { wants: 'Type into the page.', done: 'Typed', plain: 'type' },
  params: actionParamsSchema.extend({
    /** Without it, the element that has the focus. In a `select`, the option with this label or value is chosen. */
    target: elementTargetSchema.exactOptional(),
    text: z.string(),
    /** Milliseconds between keys; 0 inserts the text at once where the page cannot notice. */
    delay: z.int().min(0).max(5_000),
    /** Replaces the content of the field. */
    clear: z.boolean(),
    pressEnter: z.boolean(),
    showCursor: z.boolean(),
  }),
  result: actionOutcomeSchema.extend({
    on,
    /** The content of the field afterwards; `null` for a secret, and for what does not tell it. */
    value: longText.nullable(),
    secret: z.literal(true).exactOptional(),
  }),
} satisfies CommandDefinition;

const pressKey = {
  needs: 'act',
  repeatable: false,
  words: { wants: 'Press a key in the page.', done: 'Pressed', plain: 'press' },
  params: actionParamsSchema.extend({
    target: elementTargetSchema.exactOptional(),
    /** `Enter`, `a`, `Control+Shift+K`; names as in `KeyboardEvent.key`. `ControlOrMeta` is Meta on macOS. */
    key: capped(100),
    times: z.int().min(1).max(1_000),
  }),
  result: actionOutcomeSchema.extend({ on }),
} satisfies CommandDefinition;

/** With its bytes: the browser may run on another machine than the server. */
const uploadedFileSchema = z.object({ name: capped(1_000), mimeType: capped(200), base64: z.string() });

export type UploadedFile = z.output<typeof uploadedFileSchema>;

/**
 * Puts files into the file input of the target. A target without one is clicked on, and the files go into the file
 * chooser that the page opens; if it opens none, they are dropped onto the target. Fails if the page takes them in none
 * of these ways.
 */
const upload = {
  needs: 'act',
  repeatable: false,
  words: { wants: 'Upload a file to it.', done: 'Uploaded', plain: 'upload' },
  params: actionParamsSchema.extend({
    target: elementTargetSchema,
    files: z.array(uploadedFileSchema).min(1),
  }),
  result: actionOutcomeSchema.extend({
    on,
    how: z.enum(['input', 'chooser', 'drop']),
    /** What the page got, as it was read from its input. `size` is in bytes. */
    files: z.array(z.object({ name: capped(1_000), size: count })).max(1_000),
    /** What the page may not like about it. */
    notes: z.array(text).max(1_000),
  }),
} satisfies CommandDefinition;

const fieldToFillSchema = z.object({
  target: z.union([
    elementTargetSchema,
    /** The field with this label, in any frame and any case. */
    z.object({ by: z.literal('label'), label: capped(500) }),
  ]),
  /** For check boxes `true` or `false`; for a select with several options, all that are to be selected. */
  value: z.union([capped(100_000), z.boolean(), z.array(capped(1_000)).max(100)]),
});

export type FieldToFill = z.output<typeof fieldToFillSchema>;

/** Fills fields in their order, and stops at the first that cannot be filled. */
const fillForm = {
  needs: 'act',
  repeatable: false,
  words: { wants: 'Fill in a form on the page.', done: 'Filled in a form', plain: 'fill in a form' },
  params: actionParamsSchema.extend({
    fields: z.array(fieldToFillSchema).min(1).max(50),
    showCursor: z.boolean(),
  }),
  result: actionOutcomeSchema.extend({
    filled: z.array(
      z.object({
        on,
        /** What the field holds then; `null` for a secret, and for what does not tell it. */
        value: longText.nullable(),
        secret: z.literal(true).exactOptional(),
      }),
    ),
    /** Why the field after the filled ones could not be filled, as a `BrowserFault`. */
    failed: z.object({ code: capped(100), message: capped(5_000), hint: capped(5_000) }).exactOptional(),
  }),
} satisfies CommandDefinition;

export const actingCommands = {
  click,
  hover,
  drag,
  scroll,
  type,
  press_key: pressKey,
  upload,
  fill_form: fillForm,
};
