/** Opens a file of the project in the person's editor. */
import { statSync } from 'node:fs';
import { join } from 'node:path';

import { AnnotateError } from '@annotate-mcp/core';

import { projectPathOf } from '../project-sources.ts';

export interface FilePosition {
  /** Relative to the root, or absolute. */
  readonly file: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** Throws for what is no file of the project, also by a link that leads out, and when no editor is found. */
export async function openFile(root: string, { file, line = 1, column = 1 }: FilePosition): Promise<void> {
  const path = projectPathOf(root, file);
  if (path === null) throw notInProjectError(file);
  const absolute = join(root, path);
  if (statSync(absolute, { throwIfNoEntry: false })?.isFile() !== true) throw notAFileError(path);
  // Loaded with the first file: a dev server that starts does not need it.
  const { default: launchEditor } = await import('launch-editor');
  let failure: string | null | undefined;
  launchEditor(`${absolute}:${line}:${column}`, (_, reason: string | null) => {
    failure = reason;
  });
  // An editor that ends with an error later has said so in the terminal of the dev server.
  if (failure !== undefined) throw noEditorError(failure);
}

function notInProjectError(file: string): AnnotateError {
  return new AnnotateError('file/outside', `${JSON.stringify(file.slice(0, 200))} is not in the project.`, {
    hint: 'Only files of the project are opened.',
  });
}

function notAFileError(path: string): AnnotateError {
  return new AnnotateError('file/not-found', `There is no file ${path}.`, {
    hint: 'It may have been moved or deleted since.',
  });
}

function noEditorError(reason: string | null): AnnotateError {
  return new AnnotateError(
    'file/no-editor',
    `No editor could be started${reason === null ? '' : `: ${reason}`}.`,
    {
      hint: 'Open your editor first, or start the dev server with LAUNCH_EDITOR=code, or the command of another editor.',
    },
  );
}
