import { z } from 'zod';

import { PartialResultError, schemaMismatchError, toRefusal } from '../../errors.ts';
import { defineTool } from '../../tool.ts';
import type { OpenView } from '../views/view-registry.ts';

import type { DocumentCommandRun } from './commands/document-command.ts';
import { filter, mode, rendered } from './commands/fields.ts';
import { commands } from './commands/index.ts';
import type { MarkdownContext } from './markdown-context.ts';

/**
 * The arguments of all commands in one schema: a schema for each command would cost a model several times as many tokens.
 * Texts and numbers have no limits here for the same reason; the schema of the command has them.
 */
const anyCommand = () =>
  z.strictObject({
    type: z.enum(commands.map(({ type }) => type)),
    commentId: text(),
    blockId: text(),
    lineStart: number(),
    lineEnd: number(),
    quote: text(),
    label: text(),
    message: text(),
    replacement: text(),
    filter: filter().optional(),
    wait: z.boolean().optional(),
    timeoutMs: number(),
    mode: mode().optional(),
    from: z.string().optional().describe('next of the result before'),
    limit: number(),
    rendered: rendered().optional(),
  });

const text = () => z.string().optional();
const number = () => z.number().optional();

type AnyCommand = z.output<ReturnType<typeof anyCommand>>;

export const interact = defineTool({
  name: 'interact',
  title: 'Work on a Markdown review',
  description: [
    'Commands for a file opened with open_markdown, in order; stops at the first error.',
    'get_comments {filter?, wait?, timeoutMs?, from?}: what the person submitted, open ones unless filtered. wait blocks until they submit (25 s unless given; then ask again): this is how you listen. intent "edit": acknowledge, change the file where quote stands, then resolve. intent "review": do not edit; reply with what you would do, it comes back as "edit" once approved. intent "answer": reply. verdict: approve, changes (make them, then ask for the next review) or comment; outdated: given before the file changed. reviewerLeft: stop waiting.',
    'resolve {commentId, message: what you did}. reply {commentId, message}. dismiss {commentId, message: why not}. acknowledge {commentId}: claim it; refused if another agent has it. release {commentId}.',
    'suggest {target, replacement, message?}: other words for an exact passage; the person decides. apply {commentId}: put a suggestion into the file and resolve.',
    'scroll_to, highlight {target, label?}. target: one of commentId, blockId, lineStart+lineEnd, quote.',
    'get_pages {from?, limit?, rendered?}: blocks with id, lines, source and rendering. get_state. set_mode {mode}. export_inline: comments into the file, as markers.',
  ].join('\n'),
  input: () => z.object({ viewUUID: z.string(), commands: z.array(anyCommand()).min(1).max(50) }),
  output: () => z.looseObject({ results: z.array(z.unknown()) }),
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  forHolder: true,
  run: async ({ viewUUID, commands: asked }, context: MarkdownContext) => {
    const open = context.markdown.views.get(viewUUID);
    const steps = asked.map(toStep);
    return { results: await runSteps(steps, open, context) };
  },
});

interface Step {
  type: string;
  run: DocumentCommandRun;
}

/** All commands are checked before the first is run. */
function toStep({ type, ...input }: AnyCommand, index: number): Step {
  const command = commands.find((each) => each.type === type);
  if (command === undefined) throw new TypeError(`There is no command ${type}.`);
  const prepared = command.prepare(input);
  if ('run' in prepared) return { type, run: prepared.run };
  const { error, code } = toRefusal(schemaMismatchError(`commands[${index}] (${type})`, prepared.error));
  throw new PartialResultError(
    { error: `${error} Nothing was carried out.`, code },
    { index, type, results: [] },
  );
}

async function runSteps(
  steps: readonly Step[],
  open: OpenView,
  context: MarkdownContext,
): Promise<Record<string, unknown>[]> {
  const results: Record<string, unknown>[] = [];
  for (const [index, { type, run }] of steps.entries()) {
    // A caller that cancelled does not want the commands that follow.
    if (context.signal.aborted) break;
    try {
      results.push({ type, ...(await run({ ...open, context })) });
    } catch (cause) {
      throw PartialResultError.at(`commands[${index}] (${type})`, cause, { index, type, results });
    }
  }
  return results;
}
