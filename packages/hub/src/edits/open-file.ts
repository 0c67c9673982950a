/** Opens a file of the project in the person's editor. */
import { statSync } from 'node:fs';
import { join } from 'node:path';

import { AnnotateError } from '@annotate-mcp/core';
import { programFinder, startProgram } from '@annotate-mcp/store/programs';

import { projectPathOf } from '../project-sources.ts';

import { findEditor } from './find-editor.ts';

export interface FilePosition {
  /** Relative to the root, or absolute. */
  readonly file: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** Throws for what is not a file of the project, even by a link that leads out, and when no editor is found. */
export async function openFile(root: string, { file, line = 1, column = 1 }: FilePosition): Promise<void> {
  const path = projectPathOf(root, file);
  if (path === null) throw notInProjectError(file);
  const absolute = join(root, path);
  if (statSync(absolute, { throwIfNoEntry: false })?.isFile() !== true) throw notAFileError(path);
  const programs = programFinder(root);
  const editor = await findEditor(programs);
  if (editor === null) throw noEditorError(null);
  if (editor.program === null) throw noEditorError(`${editor.name} is not installed outside of the project`);
  const { default: argumentsFor } = await import('launch-editor/get-args.js');
  const place = argumentsFor(editor.name, absolute, line, column).map(String);
  const env = { ...process.env, PATH: programs.pathWithProject };
  // One that runs in a terminal takes that of the dev server. An editor that ends with an error has said so itself.
  const started = startProgram(editor.program, [...editor.args, ...place], {
    stdio: 'inherit',
    env,
  });
  started.unref();
  await new Promise<void>((resolve, reject) => {
    started.once('spawn', resolve);
    started.once('error', ({ message }) => reject(noEditorError(message)));
  });
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
