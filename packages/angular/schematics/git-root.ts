/**
 * The root of a monorepo lies outside of the workspace, and so outside of a schematic's tree. It is prepared on a tree of
 * its own. ng-add does that to know what will change and to refuse in time; writing is left to a task, which the CLI
 * runs after everything else was written, and not at all with --dry-run.
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
import { filesOf, prepareFolder } from './repository.ts';

export interface GitRootOptions {
  gitRoot: string;
  aiTool: AiTool;
}

/** Returns what will change there. */
export function planGitRoot(options: GitRootOptions, context: SchematicContext): string[] {
  const changed = prepare(options).changed;
  if (changed.length > 0) context.addTask(new RunSchematicTask<GitRootOptions>('git-root', options));
  return changed;
}

export function gitRoot(options: GitRootOptions): Rule {
  return (_tree, { logger }) => {
    const { tree, changed } = prepare(options);
    for (const path of changed) {
      const file = join(options.gitRoot, path);
      try {
        replaceWhole(file, tree.readText(path));
      } catch (cause) {
        const why = cause instanceof Error ? cause.message : String(cause);
        logger.error(
          `${file} could not be written: ${why}. Everything else goes on; run this again once it can be.`,
        );
      }
    }
  };
}

function prepare({ gitRoot: folder, aiTool }: GitRootOptions): { tree: Tree; changed: string[] } {
  const tree = new HostTree();
  for (const path of filesOf(aiTool)) {
    const file = join(folder, path);
    if (existsSync(file)) tree.create(path, readFileSync(file));
  }
  return { tree, changed: prepareFolder(tree, { folder, gitRoot: folder, aiTool }) };
}

/** Keeps links and file modes. */
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
