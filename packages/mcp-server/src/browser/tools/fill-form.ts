import { z } from 'zod';

import { faultCodes, type FieldToFill, type ResultOf } from '@annotate-mcp/browser-protocol';
import { AnnotateError } from '@annotate-mcp/core';

import { invalidArgumentsError } from '../../errors.ts';
import { defineTool } from '../../tool.ts';
import type { BrowserContext } from '../context.ts';

import { dialogOf, dialogs, loadMs, ref, selector, tabId } from './fields.ts';
import { elementOf, refuseMissing } from './target.ts';
import { heldView, outcomeView } from './view.ts';

const fieldInput = z.object({
  ref: ref.optional(),
  selector: selector.optional(),
  label: z.string().min(1).max(500).optional(),
  value: z
    .union([z.string().max(100_000), z.boolean(), z.array(z.string()).max(100)])
    .describe('true or false for a check box; the label of a radio button or option'),
});

type FieldInput = z.output<typeof fieldInput>;

export const fillForm = defineTool({
  name: 'browser_fill_form',
  title: 'Fill in a form',
  description:
    'Fill several fields in one call, each named by ref, selector or label. Stops at the first that cannot be filled, and says which were.',
  input: () =>
    z.object({
      tab_id: tabId,
      fields: z.array(fieldInput).min(1).max(50),
      ...dialogs,
    }),
  unlogged: ['fields', 'promptText'],
  hints: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  run: async (input, context: BrowserContext) => {
    const fields: FieldToFill[] = [];
    for (const field of input.fields)
      fields.push({ target: await targetOf(field, context), value: field.value });
    const { filled, failed, ...outcome } = await context.ask('fill_form', {
      tabId: input.tab_id,
      fields,
      showCursor: true,
      timeoutMs: loadMs,
      ...dialogOf(input),
    });
    if (failed !== undefined) throw stoppedError(filled, failed, input.fields);
    return { filled: filled.map(filledView), ...outcomeView(outcome) };
  },
});

async function targetOf(field: FieldInput, context: BrowserContext): Promise<FieldToFill['target']> {
  const { label } = field;
  const element = await elementOf(field, context);
  if (label === undefined) return element ?? refuseMissing('ref, selector or label of a field');
  if (element !== undefined)
    throw invalidArgumentsError('Name a field by only one of ref, selector and label.');
  return { by: 'label', label };
}

type FillResult = ResultOf<'fill_form'>;

function filledView({ on, value, secret }: FillResult['filled'][number]) {
  return { field: on, ...heldView(value, secret) };
}

function stoppedError(
  filled: FillResult['filled'],
  { code, message, hint }: NonNullable<FillResult['failed']>,
  fields: readonly FieldInput[],
): AnnotateError {
  const field = fields[filled.length];
  const name = field?.label ?? field?.ref ?? field?.selector ?? '';
  const before = filled.length === 0 ? 'None was filled' : `Filled: ${filled.map(({ on }) => on).join(', ')}`;
  const after = fields.length - filled.length - 1;
  return new AnnotateError(
    faultCodes.find((known) => known === code) ?? 'browser/failed',
    `Field ${filled.length + 1} of ${fields.length} (${JSON.stringify(name)}) was not filled: ${message} ${before}${after > 0 ? `; ${after} after it were not tried` : ''}.`,
    { hint },
  );
}
