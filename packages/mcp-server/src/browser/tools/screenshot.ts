import { z } from 'zod';

import type { ResultOf } from '@annotate-mcp/browser-protocol';
import { AnnotateError, reply } from '@annotate-mcp/core';

import { makeMove } from '../../annotations/tools/move.ts';
import { invalidArgumentsError } from '../../errors.ts';
import { contentKey, defineTool } from '../../tool.ts';
import type { BrowserContext } from '../context.ts';
import { base64Of, bytesOf } from '../file-content.ts';

import { actMs, element, optionalTab } from './fields.ts';
import { elementOf, tabOf } from './target.ts';

/** Models scale larger pictures down. */
const maxWidth = 1_600;
const maxHeight = { screen: 1_600, fullPage: 8_000 } as const;

export const screenshot = defineTool({
  name: 'browser_screenshot',
  title: 'Take a picture',
  description:
    'A picture of a tab, an element or what a person annotated (then tab_id may be left out). With attach it also goes to the annotation\'s thread: "before" and "after" show the person what you did.',
  input: () =>
    z.object({
      tab_id: optionalTab,
      ...element,
      fullPage: z.boolean().optional(),
      format: z.enum(['jpeg', 'png']).optional().describe('jpeg unless given'),
      quality: z.int().min(1).max(100).optional(),
      highlight: z.boolean().optional().describe('Outline the element'),
      attach: z
        .string()
        .regex(/\S/, 'must not be blank')
        .max(2_000)
        .optional()
        .describe('With annotation_id: words for the thread, e.g. "After: the button is blue."'),
    }),
  hints: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  run: async (input, context: BrowserContext) => {
    const { annotation_id, attach, fullPage = false, highlight = false } = input;
    if (attach !== undefined && annotation_id === undefined)
      throw invalidArgumentsError('attach needs the annotation_id whose thread it is for.');
    const target = await elementOf(input, context);
    if (fullPage && target !== undefined) throw invalidArgumentsError('Pass either fullPage or an element.');
    const tabId = await tabOf(input, context);
    const picture = await context.ask('screenshot', {
      tabId,
      ...(target !== undefined && { target }),
      fullPage,
      format: input.format ?? 'jpeg',
      quality: input.quality ?? 80,
      highlight,
      maxWidth,
      maxHeight: fullPage ? maxHeight.fullPage : maxHeight.screen,
      timeoutMs: actMs,
    });
    const { url, title, width, height, mimeType, file } = picture;
    const about = {
      tab_id: tabId,
      url,
      title,
      width,
      height,
      ...(annotation_id !== undefined &&
        attach !== undefined && { attached: await attachPicture(annotation_id, attach, picture, context) }),
    };
    return {
      ...about,
      [contentKey]: [
        { type: 'image', data: base64Of(file), mimeType },
        { type: 'text', text: JSON.stringify(about) },
      ],
    };
  },
});

/** Returns the path of the picture from the project's root. */
async function attachPicture(
  id: string,
  message: string,
  { file, mimeType }: ResultOf<'screenshot'>,
  context: BrowserContext,
): Promise<string> {
  const { agent, now, newId, keepPicture } = context;
  const bytes = bytesOf(file);
  if (!isPicture(bytes)) throw notAPictureError();
  const name = await keepPicture(bytes, mimeType);
  const note = { id: newId(), message, screenshot: name };
  await makeMove(id, (annotation) => reply(annotation, agent.actor, now(), note), context);
  return `.annotate/attachments/${name}`;
}

/** Checks the first bytes for PNG or JPEG, because the picture is shown to people later. */
function isPicture(bytes: Buffer): boolean {
  return /^(?:89504e470d0a1a0a|ffd8ff)/.test(bytes.subarray(0, 8).toString('hex'));
}

function notAPictureError(): AnnotateError {
  return new AnnotateError(
    'browser/bad-answer',
    'The extension returned no valid picture, so nothing was attached.',
    {
      hint: 'Ask the person to update the extension.',
    },
  );
}
