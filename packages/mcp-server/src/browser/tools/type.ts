import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';

import { z } from 'zod';

import type { ElementTarget, ResultOf, UploadedFile } from '@annotate-mcp/browser-protocol';
import { AnnotateError } from '@annotate-mcp/core';
import { isInside } from '@annotate-mcp/store/files';

import { invalidArgumentsError } from '../../errors.ts';
import { defineTool } from '../../tool.ts';
import type { BrowserContext } from '../context.ts';

import { actMs, dialogOf, dialogs, element, pageOutput, tabId, timeoutMs } from './fields.ts';
import { elementOf, refuseMissing } from './target.ts';
import { heldView, outcomeView } from './view.ts';

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
      .describe('Instead of text: files of the project, by path from its root, for what takes files'),
    showCursor: z.boolean().optional(),
    timeoutMs: timeoutMs(actMs),
    ...dialogs,
  });

export const type = defineTool({
  name: 'browser_type',
  title: 'Type',
  description:
    'Type into a field or what has focus with real key events; sets selects, sliders and dates; or uploads files. Returns what the field holds then.',
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
    const { on, value, secret, ...outcome } = await context.ask('type', {
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
    return { into: on, ...heldView(value, secret), ...outcomeView(outcome) };
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

const maxBytes = 20 * 1024 * 1024;

/** Reads files of the project only: a hostile page may have instructed the agent to upload others. */
async function readUploads(root: string, paths: readonly string[]): Promise<UploadedFile[]> {
  const files = await Promise.all(paths.map((path) => checkFile(root, path)));
  const total = files.reduce((sum, { size }) => sum + size, 0);
  if (total > maxBytes)
    throw uploadError(`${total} bytes are more than the ${maxBytes} that can be uploaded at once`);
  return Promise.all(
    files.map(async ({ file }) => ({
      name: basename(file),
      mimeType: types[extname(file).toLowerCase()] ?? 'application/octet-stream',
      base64: (await readFile(file)).toString('base64'),
    })),
  );
}

async function checkFile(root: string, path: string): Promise<{ file: string; size: number }> {
  // Symbolic links are resolved first, and the real path is checked.
  const [home, file] = await Promise.all([realpath(root), realpath(resolve(root, path)).catch(() => null)]);
  if (file === null) throw uploadError(`there is no file ${JSON.stringify(path)}`);
  if (!isInside(file, home)) throw uploadError(`${JSON.stringify(path)} is outside of the project`);
  const found = await stat(file);
  if (!found.isFile()) throw uploadError(`${JSON.stringify(path)} is not a file`);
  return { file, size: found.size };
}

const types: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.gif': 'image/gif',
  '.html': 'text/html',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webp': 'image/webp',
  '.zip': 'application/zip',
};

function uploadError(why: string): AnnotateError {
  return new AnnotateError('arguments/invalid', `Nothing was uploaded: ${why}.`, {
    hint: 'Name files of the project by their path from its root, or copy what you need there first.',
  });
}

const maxTypingMs = 20_000;
function typingTooSlowError(length: number, delay: number): Error {
  return invalidArgumentsError(
    `${length} keys with ${delay} ms between them take longer than ${maxTypingMs / 1000} seconds: use a shorter delay, or several calls.`,
  );
}
