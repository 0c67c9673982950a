/**
 * Changes files at the project root of a monorepo, which is outside the workspace and so not in a schematic's tree. ng-add
 * prepares the changes on a second tree, to find errors before anything is written. A task writes them: the CLI runs it
 * after everything else was written, and not with --dry-run.
 */
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { HostTree, type Rule, type SchematicContext, type Tree } from '@angular-devkit/schematics';
import { RunSchematicTask } from '@angular-devkit/schematics/tasks/index.js';

import type { AiTool } from './options.ts';
import { filesToPrepare, prepareFolder } from './repository.ts';

export interface ProjectRootOptions {
  projectRoot: string;
  aiTool: AiTool;
}

/** Returns the paths of the files that will change. */
export function planProjectRoot(options: ProjectRootOptions, context: SchematicContext): string[] {
  const changed = prepare(options).changed;
  if (changed.length > 0) context.addTask(new RunSchematicTask<ProjectRootOptions>('project-root', options));
  return changed;
}

export function projectRoot(options: ProjectRootOptions): Rule {
  return (_tree, { logger }) => {
    const { tree, changed } = prepare(options);
    for (const path of changed) {
      const file = join(options.projectRoot, path);
      try {
        replaceWhole(file, tree.readText(path));
      } catch (cause) {
        const why = cause instanceof Error ? cause.message : String(cause);
        logger.error(
          `${file} could not be written: ${why}. All other changes are made. Fix this, then run "ng add" again.`,
        );
      }
    }
  };
}

function prepare({ projectRoot: folder, aiTool }: ProjectRootOptions): { tree: Tree; changed: string[] } {
  const tree = new HostTree();
  for (const path of filesToPrepare(aiTool)) {
    const file = join(folder, path);
    if (existsSync(file)) tree.create(path, readFileSync(file));
  }
  return { tree, changed: prepareFolder(tree, { folder, projectRoot: folder, aiTool }) };
}

/**
 * Keeps symbolic links and permissions. Not `replaceFile` of the store package, whose module cannot be loaded on the
 * older Node versions on which `ng add` has to work.
 */
function replaceWhole(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const target = existsSync(file) ? realpathSync(file) : file;
  const draft = `${target}.${randomUUID()}.new`;
  try {
    writeFileSync(draft, text, { flag: 'wx' });
    if (existsSync(target)) chmodSync(draft, statSync(target).mode);
    renameSync(draft, target);
  } finally {
    rmSync(draft, { force: true });
  }
}
