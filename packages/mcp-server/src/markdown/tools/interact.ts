import { z } from 'zod';

import { PartialResultError, schemaMismatchError, toRefusal } from '../../errors.ts';
import { defineTool } from '../../tool.ts';
import type { OpenView } from '../views/view-registry.ts';

import type { CommandRun } from './commands/command.ts';
import { filter, label, limit, message, mode, rendered, timeoutMs } from './commands/fields.ts';
import { commands } from './commands/index.ts';
import { targetFields } from './commands/target.ts';
import type { MarkdownContext } from './markdown-context.ts';

/** The arguments of all commands in one schema: a schema for each command would cost a model several times as many tokens. */
const anyCommand = () =>
  z.strictObject({
    type: z.enum(commands.map(({ type }) => type)),
    ...targetFields(),
    label: label().optional(),
    message: message().optional(),
    filter: filter().optional(),
    wait: z.boolean().optional(),
    timeoutMs: timeoutMs().optional(),
    mode: mode().optional(),
    from: z.string().optional().describe('next of the result before'),
    limit: limit().optional(),
    rendered: rendered().optional(),
  });

type AnyCommand = z.output<ReturnType<typeof anyCommand>>;

export const interact = defineTool({
  name: 'interact',
  title: 'Work on a Markdown review',
  description: [
    'Commands for a file of open_markdown, in order; stops at the first error.',
    'get_comments {filter?, wait?, timeoutMs?, from?}: what the person submitted, open ones unless filtered. wait blocks until they submit (25 s unless given; then ask again). intent "edit": acknowledge, change the file where quote stands, then resolve. intent "review": do not edit; reply with a proposal, it comes back as "edit" once approved. intent "answer": reply. verdict "changes": make them and ask for a new review. reviewerLeft: stop waiting.',
    'resolve {commentId, message: what you did}. reply {commentId, message}. dismiss {commentId, message: why not}. acknowledge {commentId}: claim it; refused if another agent has it. release {commentId}.',
    'scroll_to, highlight {one of commentId, blockId, lineStart+lineEnd, quote; label?}: show the person a place.',
    'get_pages {from?, limit?, rendered?}: blocks with id, lines, source and rendering. get_state. set_mode {mode}. export_inline: write the comments into the file as markers.',
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
  run: CommandRun;
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
