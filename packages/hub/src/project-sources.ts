/** Pages name the source files of what was pointed at. An agent opens these files, so they must be files of the project. */

import { dirname, isAbsolute, join, posix, relative, resolve } from 'node:path';

import {
  AnnotateError,
  type ComponentTarget,
  type PagePayload,
  type PageTarget,
  type SourceLocation,
} from '@annotate-mcp/core';
import { isInside, realPath } from '@annotate-mcp/store/files';

import { withSlashes } from './options.ts';

export interface ProjectSources {
  /** Removes from a received target the files that are outside the project. The comment itself is kept. */
  readonly dropForeignFiles: (target: PageTarget | PagePayload) => void;
}

/** A page that names foreign files with every comment must not fill the terminal. */
const maxNotes = 20;

export function createProjectSources(root: string, onError: (error: unknown) => void): ProjectSources {
  const noted = new Set<string>();
  return {
    dropForeignFiles(target) {
      for (const file of foreignFilesIn(target, (name) => projectPathOf(root, name))) {
        if (noted.has(file) || noted.size === maxNotes) continue;
        noted.add(file);
        onError(foreignFileError(file));
      }
    },
  };
}

type ToPath = (file: string) => string | null;

/** Alters the target and returns what was removed. */
function foreignFilesIn(target: PageTarget | PagePayload, toPath: ToPath): string[] {
  switch (target.kind) {
    case 'page':
      return [];
    case 'element':
      return [
        ...checkLocation(target, 'sourceLocation', toPath),
        ...checkLocation(target, 'generatedAt', toPath),
      ];
    case 'text':
      return checkLocation(target, 'sourceLocation', toPath);
    case 'component':
      return [target, ...(target.targets ?? [])].flatMap((each) => checkComponent(each, toPath));
  }
}

function checkComponent(target: ComponentTarget, toPath: ToPath): string[] {
  const { componentName, componentFilePath, templateFilePath } = target;
  const foreign = [
    ...checkLocation(target, 'sourceLocation', toPath),
    ...checkLocation(target, 'generatedAt', toPath),
    ...checkLocation(target, 'componentLocation', toPath),
    ...checkLocation(target, 'usedAt', toPath),
    ...checkUses(target, toPath),
  ];
  if (!componentFilePath.startsWith('(unresolved')) {
    const path = toPath(componentFilePath);
    target.componentFilePath = path ?? `(unresolved: ${componentName})`;
    if (path === null) foreign.push(componentFilePath);
  }
  if (templateFilePath !== undefined) {
    const path = toPath(templateFilePath);
    if (path !== null) target.templateFilePath = path;
    else {
      delete target.templateFilePath;
      foreign.push(templateFilePath);
    }
  }
  return foreign;
}

/** A chain with a link outside the project leads nowhere. */
function checkUses(target: ComponentTarget, toPath: ToPath): string[] {
  const foreign = (target.uses ?? []).flatMap((use) => checkLocation({ use }, 'use', toPath));
  if (foreign.length > 0) delete target.uses;
  return foreign;
}

function checkLocation<Field extends string>(
  target: Partial<Record<Field, SourceLocation>>,
  field: Field,
  toPath: ToPath,
): string[] {
  const location = target[field];
  if (location === undefined) return [];
  const file = toPath(location.file);
  if (file !== null) {
    location.file = file;
    return [];
  }
  Reflect.deleteProperty(target, field);
  return [location.file];
}

/** The path from the root, with `/` separators; `null` for a file that is not below it, even by a link that leads out. */
export function projectPathOf(root: string, file: string): string | null {
  const named = file.replaceAll('\\', '/');
  // An address, another computer, a drive of Windows, or no name of a file at all.
  if (/^[a-z][a-z\d+.-]+:|^\/\/|\0/i.test(named) || (/^[a-z]:/i.test(named) && !isAbsolute(named)))
    return null;
  const [realRoot, real] = [realPathOf(root), realPathOf(resolve(root, named))];
  if (real === realRoot || !isInside(real, realRoot)) return null;
  if (isAbsolute(named)) return withSlashes(relative(realRoot, real));
  const path = posix.normalize(named);
  return path.startsWith('../') ? null : path;
}

/** Also of a file that does not exist: a compiler may name a part of a file, such as `Card.vue?vue&type=style`. */
function realPathOf(path: string): string {
  try {
    return realPath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), relative(parent, path));
  }
}

function foreignFileError(file: string): AnnotateError {
  return new AnnotateError(
    'annotation/invalid',
    `A page named the source file ${JSON.stringify(file.slice(0, 200))}, which is not in the project. The comment was kept without it.`,
    { hint: 'If the file belongs to the app, set the root to a folder that contains it.' },
  );
}
