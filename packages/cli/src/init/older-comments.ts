/** Finds what review-loop and ng-annotate left in the project: comments, which init offers to import, and packages. Reads only. */
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';

import type { Annotation } from '@annotate-mcp/core';

import { manifestOf } from '../apps/manifest.ts';
import { packageManagerOf, removeCommand } from '../apps/package-manager.ts';
import { CliError } from '../errors.ts';
import { countImported, readImportFile } from '../import/import-file.ts';
import { describeProblem } from '../import/import.ts';
import type { ImportFormat, Problem } from '../import/read-import.ts';
import { locateStore, type StoreLocation } from '../project-store.ts';
import { printable } from '../terminal.ts';

import type { Project } from './project.ts';

export interface OlderComments {
  file: string;
  /** The tool that wrote the file. */
  tool: string;
  annotations: readonly Annotation[];
  /** How many of them are not in the store. */
  added: number;
  location: StoreLocation;
}

export interface FoundComments {
  /** Files with comments that are not in the store yet. */
  imports: OlderComments[];
  /** Why another file is not offered. */
  remarks: string[];
  /** Why the store that the user named cannot be used. */
  problems: CliError[];
}

const tools: Readonly<Partial<Record<ImportFormat, string>>> = {
  'inline-review': 'review-loop',
  'ng-annotate': 'ng-annotate',
};

export async function findOlderComments(project: Project, store?: string): Promise<FoundComments> {
  const location = locateStore({ root: project.root, ...(store !== undefined && { store }) });
  const found: FoundComments = { imports: [], remarks: [], problems: [] };
  for (const file of olderFilesIn(project)) {
    try {
      await examine(file, location, project, found);
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      if (file !== location.file) found.remarks.push(`Not imported: ${printable(error.message)}`);
    }
  }
  return found;
}

/** The files of these names that exist, whatever is in them. */
export function olderFilesIn({ root, folder, apps }: Project): string[] {
  const folders = new Set([folder, root, ...apps.map((app) => app.folder)]);
  return [...folders]
    .flatMap((each) => [join(each, 'inline-review.json'), join(each, '.ng-annotate', 'store.json')])
    .filter((file) => existsSync(file));
}

async function examine(
  file: string,
  location: StoreLocation,
  project: Project,
  found: FoundComments,
): Promise<void> {
  const { format, annotations, problems } = await readImportFile(file, location.root);
  const tool = tools[format];
  // A store of ours may have the same name.
  if (tool === undefined) return;
  if (file === location.file) {
    found.problems.push(notOurStoreError(file, tool));
    return;
  }
  if (problems.length > 0) {
    found.remarks.push(describeInvalid(relative(project.folder, file), problems));
    return;
  }
  const { added } = await countImported(location, annotations);
  if (added > 0) found.imports.push({ file, tool, annotations, added, location });
}

function describeInvalid(path: string, [first, ...others]: readonly Problem[]): string {
  const what = first === undefined ? '' : printable(describeProblem(first));
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return `Not imported: ${path} is not valid (${what}${more}). Fix it and run init again, or import the rest: npx annotate-mcp import ${path} --skip-invalid`;
}

function notOurStoreError(file: string, tool: string): CliError {
  return new CliError('init/unsupported', `${file} was written by ${tool}, so it cannot be the store.`, {
    hint: 'Name another file, for example --store json:review.json, and run init again: it offers to import this one.',
  });
}

/** The packages of review-loop and ng-annotate, whose work annotate-mcp does. */
const isOlder = (name: string) => /^(review-loop|astro-inline-review|@ng-annotate\/.+)$/.test(name);

/** Asks the person to remove them: two overlays on one page would both answer the same keys. */
export function remarkOnOlderPackages({ root, folder, apps }: Project): string[] {
  const folders = [...new Set([folder, root, ...apps.map((app) => app.folder)])];
  return folders.flatMap((each) => {
    const names = [...(manifestOf(each)?.dependencies ?? [])].filter(isOlder);
    if (names.length === 0) return [];
    const command = removeCommand(packageManagerOf(each, root) ?? 'npm', names).join(' ');
    return [
      `annotate-mcp does the work of ${names.join(' and ')}. Take what uses it out of your configuration, then run: ${command}`,
    ];
  });
}
