import { z } from 'zod';

import type { ElementTarget, ResultOf } from '@annotate-mcp/browser-protocol';
import { redacted } from '@annotate-mcp/page-facts';

import { invalidArgumentsError } from '../../errors.ts';
import { defineTool } from '../../tool.ts';
import type { BrowserContext } from '../context.ts';

import { actMs, dialogOf, dialogs, element, pageOutput, tabId, timeoutMs } from './fields.ts';
import { elementOf, refuseMissing } from './target.ts';
import { readUploads } from './uploads.ts';
import { outcomeView } from './view.ts';

const input = () =>
  z.object({
    tab_id: tabId,
    text: z.string().max(100_000).optional(),
    ...element,
    delay: z.int().min(0).max(1_000).optional().describe('Milliseconds between keys'),
    clear: z.boolean().optional().describe('Replace what the field holds'),
    pressEnter: z.boolean().optional(),
    files: z
      .array(z.string().min(1))
      .min(1)
      .max(10)
      .optional()
      .describe(
        'Instead of text: files of the project, by path from its root, for an input, button or drop zone that takes files',
      ),
    showCursor: z.boolean().optional(),
    timeoutMs: timeoutMs(actMs),
    ...dialogs,
  });

export const type = defineTool({
  name: 'browser_type',
  title: 'Type',
  description:
    'Type into a field with real key events, or into what has the focus; chooses the option in a select; or uploads files. Returns what the field holds then.',
  input,
  output: () => pageOutput,
  unlogged: ['text', 'promptText'],
  hints: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  run: async (args, context: BrowserContext) => {
    const target = await elementOf(args, context);
    if (args.files !== undefined)
      return upload(args, args.files, target ?? refuseMissing('ref or selector'), context);
    const { text = refuseMissing('text or files'), delay = 0 } = args;
    // A command has to end within 30 seconds, or its reply is lost.
    if (text.length * delay > maxTypingMs) throw typingTooSlowError(text.length, delay);
    const { on, value, ...outcome } = await context.ask('type', {
      tabId: args.tab_id,
      ...(target !== undefined && { target }),
      text,
      delay,
      clear: args.clear ?? false,
      pressEnter: args.pressEnter ?? false,
      showCursor: args.showCursor ?? true,
      timeoutMs: args.timeoutMs ?? actMs,
      ...dialogOf(args),
    });
    return { into: on, value: value === null ? redacted : cut(value), ...outcomeView(outcome) };
  },
});

async function upload(
  args: z.output<ReturnType<typeof input>>,
  files: readonly string[],
  target: ElementTarget,
  { ask, root }: BrowserContext,
): Promise<Record<string, unknown>> {
  if (args.text !== undefined) throw invalidArgumentsError('Pass either text or files, not both.');
  const {
    on,
    how,
    files: uploaded,
    notes,
    ...outcome
  } = await ask('upload', {
    tabId: args.tab_id,
    target,
    files: await readUploads(root, files),
    timeoutMs: args.timeoutMs ?? actMs,
    ...dialogOf(args),
  });
  return { into: on, uploaded, how: ways[how], ...(notes.length > 0 && { notes }), ...outcomeView(outcome) };
}

const ways: Readonly<Record<ResultOf<'upload'>['how'], string>> = {
  input: 'put into its file input',
  chooser: 'chosen in the file chooser that it opened',
  drop: 'dropped onto it',
};

const maxTypingMs = 20_000;
const maxValueChars = 500;

function cut(value: string): string {
  return value.length <= maxValueChars
    ? value
    : `${value.slice(0, maxValueChars)}… (${value.length} characters)`;
}

function typingTooSlowError(length: number, delay: number): Error {
  return invalidArgumentsError(
    `${length} keys with ${delay} ms between them take longer than ${maxTypingMs / 1000} seconds: use a shorter delay, or several calls.`,
  );
}
