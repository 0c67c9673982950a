/** Runs the commands of code actions, of editors and of scripts in them. */
import { z } from 'zod';

import { AnnotateError, annotationToPaste } from '@annotate-mcp/core';

import type { Projects } from '../projects/projects.ts';
import { type ActArguments, actionNames, type CommandTarget, serverCommands } from '../protocol.ts';
import { pageLink } from '../shown/page-link.ts';

import { performAction } from './perform-action.ts';

export interface ExecuteDeps {
  projects: Projects;
  now: () => Date;
  /** Shows a web page in the person's browser. */
  openPage: (link: string) => Promise<void>;
}

const target = z.object({ id: z.string().min(1).max(100) }) satisfies z.ZodType<CommandTarget>;
const act = target.extend({
  action: z.enum(actionNames),
  message: z.string().max(50_000).exactOptional(),
}) satisfies z.ZodType<ActArguments>;

/** Resolves with what the command answers: text for `describe`, else `null`. */
export async function executeCommand(
  deps: ExecuteDeps,
  command: string,
  args: readonly unknown[],
): Promise<string | null> {
  switch (command) {
    case serverCommands.act: {
      const asked = read(act, args, command);
      const { project, annotation } = deps.projects.find(asked.id);
      const { root, store } = project;
      const authorName = asked.message === undefined ? null : await readName(root);
      await performAction({ store, now: deps.now(), authorName }, { ...asked, id: annotation.id });
      return null;
    }
    case serverCommands.openPage: {
      const { annotation } = deps.projects.find(read(target, args, command).id);
      const link = pageLink(annotation);
      if (link === null) throw noPageError(annotation.id);
      await deps.openPage(link);
      return null;
    }
    case serverCommands.describe: {
      const { annotation } = deps.projects.find(read(target, args, command).id);
      if (annotation.origin === 'repository') throw withheldError(annotation.id);
      return annotationToPaste(annotation);
    }
    default:
      throw unknownCommandError(command);
  }
}

/** Loaded when it is first needed: it starts git. */
async function readName(root: string): Promise<string | null> {
  const { readPersonName } = await import('@annotate-mcp/store/git');
  return readPersonName(root);
}

function read<T>(schema: z.ZodType<T>, args: readonly unknown[], command: string): T {
  const { success, data, error } = schema.safeParse(args[0]);
  if (success) return data;
  throw new AnnotateError('arguments/invalid', `${command}: ${z.prettifyError(error)}`, {
    hint: 'It takes one argument, an object with the id of an annotation; docs/editors.md has examples.',
  });
}

function noPageError(id: string): AnnotateError {
  return new AnnotateError('annotation/invalid', `Annotation ${id} has no web page.`, {
    hint: 'It is about a document; it is at its lines in the file.',
  });
}

function withheldError(id: string): AnnotateError {
  return new AnnotateError('annotation/withheld', `Annotation ${id} came with the repository.`, {
    hint: 'Trust it first; then agents get it by themselves.',
  });
}

function unknownCommandError(command: string): AnnotateError {
  return new AnnotateError('command/unknown', `There is no command ${command}.`, {
    hint: `Use one of ${Object.values(serverCommands).join(', ')}.`,
  });
}
