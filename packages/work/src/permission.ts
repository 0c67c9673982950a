/** What an agent asks before it does something, as the person gets it. */
import type {
  RequestPermissionRequest,
  RequestPermissionResponse,
  ToolCallContent,
  ToolKind,
} from '@agentclientprotocol/sdk';
import { z } from 'zod';

import type { Asked, ConsentPage } from '@annotate-mcp/consent';
import { isRecord } from '@annotate-mcp/core';

import { isLine, relativeFile } from './progress/relative-file.ts';
import { unifiedDiff } from './progress/unified-diff.ts';

export interface PermissionContext {
  ask: ConsentPage['ask'];
  annotationId: string;
  agentName: string;
  /** Where the agent works. */
  folder: string;
}

/** The person chooses one of the agent's own options. When the question is withdrawn, nothing is allowed. */
export async function askPermission(
  request: RequestPermissionRequest,
  context: PermissionContext,
  signal: AbortSignal,
): Promise<RequestPermissionResponse> {
  const answer = await context.ask(describeRequest(request, context), signal);
  const chosen = request.options.find(({ optionId }) => optionId === answer?.optionId);
  if (chosen === undefined || signal.aborted) return { outcome: { outcome: 'cancelled' } };
  return { outcome: { outcome: 'selected', optionId: chosen.optionId } };
}

const most = { files: 50, diffs: 20, text: 8_000 };

/** The title is shown in the annotated page as well, whose scripts can read it, so it has no details. */
const titles = {
  read: 'Read a file',
  edit: 'Change a file',
  delete: 'Delete a file',
  move: 'Move a file',
  search: 'Search',
  execute: 'Run a command',
  think: 'Go on',
  fetch: 'Fetch from the network',
  switch_mode: 'Change its mode',
  other: 'Use a tool',
} as const satisfies Record<ToolKind, string>;

function describeRequest(
  { toolCall, options }: RequestPermissionRequest,
  { annotationId, agentName, folder }: PermissionContext,
): Asked {
  const { title, locations, content, rawInput } = toolCall;
  const command = commandIn(rawInput);
  const allDiffs = (content ?? []).filter((part) => part.type === 'diff');
  const diffs = allDiffs.slice(0, most.diffs);
  const allFiles = locations ?? [];
  const files = allFiles.slice(0, most.files).map(({ path, line }) => ({
    file: relativeFile(path, folder),
    ...(isLine(line) && { line }),
  }));
  const details = [
    ...(typeof title === 'string' ? [title] : []),
    ...(content ?? []).flatMap(textIn),
    ...describeInput(rawInput, command !== undefined),
  ].join('\n\n');
  const text = [
    ...(details === '' ? [] : [details.slice(0, most.text)]),
    ...describeLeftOut('characters', details.length - most.text),
    ...describeLeftOut('files', allFiles.length - files.length),
    ...describeLeftOut('changed files', allDiffs.length - diffs.length),
  ];
  return {
    kind: 'permission',
    title: titles[toolCall.kind ?? 'other'],
    annotationId,
    agentName,
    ...(command !== undefined && { command }),
    ...(files.length > 0 && { files }),
    ...(diffs.length > 0 && {
      diffs: diffs.map(({ path, oldText, newText }) =>
        unifiedDiff(relativeFile(path, folder), oldText ?? null, newText),
      ),
    }),
    ...(text.length > 0 && { text: text.join('\n\n') }),
    options: options.map(({ optionId, name, kind }) => ({ id: optionId, name, kind })),
  };
}

const commandInput = z.looseObject({ command: z.union([z.string(), z.array(z.string()).min(1)]) });

/** Agents name the command in this field of what they would run. */
function commandIn(rawInput: unknown): string | undefined {
  const input = commandInput.safeParse(rawInput);
  if (!input.success) return undefined;
  const { command } = input.data;
  return typeof command === 'string' ? command : command.join(' ');
}

function textIn(part: ToolCallContent): string[] {
  return part.type === 'content' && part.content.type === 'text' ? [part.content.text] : [];
}

/** All that the tool would get besides the command, so that nothing is hidden from the person who allows it. */
function describeInput(rawInput: unknown, hasCommand: boolean): string[] {
  if (rawInput === undefined || rawInput === null) return [];
  if (!hasCommand || !isRecord(rawInput)) return [JSON.stringify(rawInput, null, 2)];
  const { command: _, ...rest } = rawInput;
  return Object.keys(rest).length === 0 ? [] : [JSON.stringify(rest, null, 2)];
}

function describeLeftOut(what: string, count: number): string[] {
  return count > 0 ? [`Not shown here: ${count} more ${what}.`] : [];
}
