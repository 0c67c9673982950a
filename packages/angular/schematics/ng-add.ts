import { join } from 'node:path';

import { type Rule, type SchematicContext, SchematicsException, type Tree } from '@angular-devkit/schematics';
import { NodePackageInstallTask } from '@angular-devkit/schematics/tasks/index.js';
import { readWorkspace, type WorkspaceDefinition, writeWorkspace } from '@schematics/angular/utility';
import type { JSONFile } from '@schematics/angular/utility/json-file';

import { useOurDevServer } from './builder.ts';
import { addBuildPackage, addDependencies } from './dependencies.ts';
import { planGitRoot } from './git-root.ts';
import { openJson, recordAt } from './json-file.ts';
import type { NgAddOptions } from './options.ts';
import { findPlaces, type Places } from './places.ts';
import { type ChosenProject, chooseProjects } from './projects.ts';
import { addProvider } from './provider.ts';
import { conclude } from './report.ts';
import { prepareFolder } from './repository.ts';
import { refuseOldAngular } from './versions.ts';

/** A refusal throws, and then the CLI writes nothing at all. */
export function ngAdd({ project, aiTool = 'claude-code', workingDirectory }: NgAddOptions): Rule {
  return async (tree, context) => {
    const places = findPlaces(workingDirectory);
    const { workspace: folder, gitRoot } = places;
    const manifest = manifestIn(tree, places);
    refuseOldAngular(manifest, places);
    const { chosen, changed: served } = await serveByUs(tree, project, places, context);
    const provided = await provide(tree, chosen, context);
    const added = addPackages(manifest, chosen, context);
    const prepared = prepareFolder(tree, { folder, gitRoot, aiTool });
    const outside = gitRoot === folder ? [] : planGitRoot({ gitRoot, aiTool }, context);
    const changed = [served, provided, added, prepared.length > 0, outside.length > 0].includes(true);
    conclude({ changed, outside, aiTool, gitRoot }, context.logger);
  };
}

function manifestIn(tree: Tree, places: Places): JSONFile {
  const manifest = existing(tree, 'package.json', places);
  for (const group of ['dependencies', 'devDependencies']) {
    recordAt(manifest, [group], join(places.workspace, 'package.json'));
  }
  return manifest;
}

function existing(tree: Tree, path: string, { workspace }: Places): JSONFile {
  const shown = join(workspace, path);
  if (tree.exists(path)) return openJson(tree, path, shown);
  throw new SchematicsException(
    `There is no ${shown}; nothing was changed. Run this in a workspace of the Angular CLI.`,
  );
}

async function serveByUs(
  tree: Tree,
  asked: string | undefined,
  places: Places,
  { logger }: SchematicContext,
): Promise<{ chosen: ChosenProject[]; changed: boolean }> {
  const workspace = await workspaceIn(tree, places);
  const { chosen, leftAlone } = chooseProjects(workspace, asked);
  const news = chosen.flatMap(useOurDevServer);
  if (news.length > 0) await writeWorkspace(tree, workspace);
  for (const each of news) logger.info(each);
  for (const each of leftAlone) logger.warn(each);
  return { chosen, changed: news.length > 0 };
}

async function workspaceIn(tree: Tree, places: Places): Promise<WorkspaceDefinition> {
  existing(tree, 'angular.json', places);
  try {
    return await readWorkspace(tree);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new SchematicsException(
      `${join(places.workspace, 'angular.json')} cannot be read (${why}); nothing was changed.`,
    );
  }
}

async function provide(
  tree: Tree,
  chosen: readonly ChosenProject[],
  context: SchematicContext,
): Promise<boolean> {
  let changed = false;
  for (const each of chosen) {
    const provided = await addProvider(tree, each, context);
    if (provided.state === 'added') changed = true;
    if (provided.state === 'by hand') context.logger.warn(provided.message);
  }
  return changed;
}

function addPackages(
  manifest: JSONFile,
  chosen: readonly ChosenProject[],
  context: SchematicContext,
): boolean {
  const before = manifest.content;
  addDependencies(manifest);
  if (chosen.length > 0) addBuildPackage(manifest);
  const changed = manifest.content !== before;
  if (changed) context.addTask(new NodePackageInstallTask());
  return changed;
}
