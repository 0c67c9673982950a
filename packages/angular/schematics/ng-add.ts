import { join } from 'node:path';

import { type Rule, type SchematicContext, SchematicsException, type Tree } from '@angular-devkit/schematics';
import { NodePackageInstallTask } from '@angular-devkit/schematics/tasks/index.js';
import { readWorkspace, type WorkspaceDefinition, writeWorkspace } from '@schematics/angular/utility';
import type { JSONFile } from '@schematics/angular/utility/json-file';

import { addBuildPackage, addDependencies } from './dependencies.ts';
import { findFolders, type WorkspaceFolders } from './folders.ts';
import { openJson, recordAt } from './json-file.ts';
import { snippetFor } from './mcp-config.ts';
import { describeLeftovers, replaceOlderImports } from './older-tool.ts';
import type { AiTool, NgAddOptions } from './options.ts';
import { planProjectRoot } from './project-root.ts';
import { chooseProjects, type ChosenProject, useOurDevServer } from './projects.ts';
import { addProvider } from './provider.ts';
import { prepareFolder } from './repository.ts';
import { requireSupportedAngular, warnOfOldNode } from './versions.ts';

/** When this throws, the CLI writes nothing. */
export function ngAdd({ project, aiTool = 'claude-code', workingDirectory }: NgAddOptions): Rule {
  return async (tree, context) => {
    const folders = findFolders(workingDirectory);
    const { workspace: folder, projectRoot } = folders;
    const manifest = openManifest(tree, folders);
    requireSupportedAngular(manifest, folders);
    const { chosen, changed: hasNewBuilder } = await setBuilders(tree, project, folders, context);
    const replaced = replaceOlderImports(tree, chosen);
    for (const sentence of replaced) context.logger.info(sentence);
    const hasNewProvider = await addProviders(tree, chosen, context);
    const hasNewPackage = addPackages(manifest, chosen, context);
    const prepared = prepareFolder(tree, { folder, projectRoot, aiTool });
    const outside = projectRoot === folder ? [] : planProjectRoot({ projectRoot, aiTool }, context);
    const hasNewFile = prepared.length > 0 || outside.length > 0;
    const changed = hasNewBuilder || replaced.length > 0 || hasNewProvider || hasNewPackage || hasNewFile;
    for (const sentence of describeLeftovers(tree, manifest, folders)) context.logger.warn(sentence);
    reportResult({ changed, outside, aiTool, projectRoot }, context.logger);
  };
}

function openManifest(tree: Tree, folders: WorkspaceFolders): JSONFile {
  const manifest = openExisting(tree, 'package.json', folders);
  for (const group of ['dependencies', 'devDependencies']) {
    recordAt(manifest, [group], join(folders.workspace, 'package.json'));
  }
  return manifest;
}

function openExisting(tree: Tree, path: string, { workspace }: WorkspaceFolders): JSONFile {
  const shown = join(workspace, path);
  if (tree.exists(path)) return openJson(tree, path, shown);
  throw new SchematicsException(
    `There is no ${shown}; nothing was changed. Run "ng add" in an Angular workspace.`,
  );
}

async function setBuilders(
  tree: Tree,
  projectName: string | undefined,
  folders: WorkspaceFolders,
  { logger }: SchematicContext,
): Promise<{ chosen: ChosenProject[]; changed: boolean }> {
  const workspace = await openWorkspace(tree, folders);
  const { chosen, skipped } = chooseProjects(workspace, projectName);
  const changes = chosen.flatMap(useOurDevServer);
  if (changes.length > 0) await writeWorkspace(tree, workspace);
  for (const change of changes) logger.info(change);
  for (const reason of skipped) logger.warn(reason);
  return { chosen, changed: changes.length > 0 };
}

async function openWorkspace(tree: Tree, folders: WorkspaceFolders): Promise<WorkspaceDefinition> {
  openExisting(tree, 'angular.json', folders);
  try {
    return await readWorkspace(tree);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new SchematicsException(
      `${join(folders.workspace, 'angular.json')} cannot be read (${why}); nothing was changed.`,
    );
  }
}

async function addProviders(
  tree: Tree,
  chosen: readonly ChosenProject[],
  context: SchematicContext,
): Promise<boolean> {
  let changed = false;
  for (const project of chosen) {
    const result = await addProvider(tree, project, context);
    if (result.state === 'added') changed = true;
    if (result.state === 'not possible') context.logger.warn(result.message);
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

interface NgAddResult {
  changed: boolean;
  /** Changed files at the project root, which the CLI does not list. */
  outside: readonly string[];
  aiTool: AiTool;
  projectRoot: string;
}

/** Prints the result and the next steps. */
function reportResult(
  { changed, outside, aiTool, projectRoot }: NgAddResult,
  logger: SchematicContext['logger'],
): void {
  if (outside.length > 0) logger.info(`Changed at the project root ${projectRoot}: ${outside.join(', ')}.`);
  const warning = warnOfOldNode(process.versions.node);
  if (warning !== null) logger.warn(warning);
  if (aiTool === 'other') logger.info(describeManualConfig(projectRoot));
  logger.info(changed ? nextSteps : 'annotate-mcp is already set up; nothing was changed.');
}

function describeManualConfig(projectRoot: string): string {
  return `Add this server to the configuration of your agent, or run "npx annotate-mcp init":\n${snippetFor(projectRoot)}`;
}

const nextSteps = `annotate-mcp is set up. Next:
  1. Restart your agent in this project and allow the server "annotate".
  2. Run "ng serve", open the app and press Alt+Shift+A (Option on macOS).
  3. If something does not work, run "npx annotate-mcp doctor".`;
