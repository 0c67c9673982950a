/** Decides which projects of the workspace are set up, and which are skipped and why; has our builder serve them. */
import { join } from 'node:path/posix';

import { SchematicsException, type Tree } from '@angular-devkit/schematics';
import type { ProjectDefinition, TargetDefinition, WorkspaceDefinition } from '@schematics/angular/utility';

import { angularPackage } from './dependencies.ts';

const ourDevServer = `${angularPackage}:dev-server`;
const newDevServer = '@angular/build:dev-server';
/** Of the package before this one. It serves as `@angular/build:dev-server` does. */
const ngAnnotateDevServer = '@ng-annotate/angular:dev-server';
const oldDevServer = '@angular-devkit/build-angular:dev-server';

/** The builders whose output our dev server can serve. The other builders use webpack or a layer over it. */
const applicationBuilders = ['@angular/build:application', '@angular-devkit/build-angular:application'];

export interface ChosenProject {
  name: string;
  project: ProjectDefinition;
  /** The targets that serve the project: with our builder, or to be changed to it. */
  devServers: TargetDefinition[];
}

export interface ProjectChoice {
  chosen: ChosenProject[];
  /** A sentence for each application that is not changed. */
  skipped: string[];
}

export function chooseProjects(workspace: WorkspaceDefinition, wanted: string | undefined): ProjectChoice {
  const all = [...workspace.projects].map(([name, project]) => ({ name, project }));
  const named = wanted === undefined ? all : all.filter(({ name }) => name === wanted);
  if (wanted !== undefined && named.length === 0) throw unknownProjectError(wanted, all);
  const applications = named.filter(({ project }) => project.extensions.projectType !== 'library');
  const results = applications.map((application) => examine(workspace, application));
  const choice = {
    chosen: results.flatMap((result) => (typeof result === 'string' ? [] : [result])),
    skipped: results.filter((result) => typeof result === 'string'),
  };
  if (wanted !== undefined && choice.chosen.length === 0)
    throw unsupportedProjectError(wanted, choice.skipped[0]);
  return choice;
}

/** The TypeScript files of a project. */
export function sourceFiles(tree: Tree, { project }: ChosenProject): string[] {
  const folder = tree.getDir(project.sourceRoot ?? join(project.root, 'src'));
  const found: string[] = [];
  folder.visit((path) => {
    if (path.endsWith('.ts') && !path.includes('/node_modules/')) found.push(path);
  });
  return found;
}

/** Returns the reason when the project is skipped. */
function examine(
  workspace: WorkspaceDefinition,
  { name, project }: { name: string; project: ProjectDefinition },
): ChosenProject | string {
  const known = [ourDevServer, newDevServer, ngAnnotateDevServer, oldDevServer];
  const devServers = [...project.targets.values()].filter(({ builder }) => known.includes(builder));
  const fitting = devServers.filter(
    (target) => target.builder !== oldDevServer || isApplication(workspace, project, target),
  );
  if (fitting.length > 0) return { name, project, devServers: fitting };
  const [other] = devServers;
  if (other !== undefined) return describeOtherBuilder(name, builderOf(workspace, project, other));
  return describeOtherDevServer(name, project.targets.get('serve')?.builder);
}

function describeOtherBuilder(name: string, builder: string | null): string {
  return `Project "${name}" was not changed: it is built by ${builder ?? 'an unknown builder'}, and annotate-mcp supports only the application builder. Run "ng update @angular/cli --name use-application-builder", then "ng add" again.`;
}

function describeOtherDevServer(name: string, builder: string | undefined): string {
  return builder === undefined
    ? `Project "${name}" was not changed: it has no dev server.`
    : `Project "${name}" was not changed: it is served by ${builder}, which annotate-mcp does not support.`;
}

/** Options that our builder does not have, and whose they are. It would refuse them. */
const foreignOptions: Readonly<Record<string, string>> = {
  publicHost: 'webpack only',
  disableHostCheck: 'webpack only',
  forceEsbuild: 'webpack only',
  ngAnnotateDebug: 'ng-annotate only',
};

/** Has our builder serve the project; returns a sentence for each changed target. All other options and configurations stay. */
export function useOurDevServer({ name, devServers }: ChosenProject): string[] {
  return devServers
    .filter(({ builder }) => builder !== ourDevServer)
    .flatMap((target) => {
      target.builder = ourDevServer;
      const removed = new Set(settingsOf(target).flatMap(removeForeignOptions));
      return [`Project "${name}" is served by ${ourDevServer}${describeRemoved([...removed])}.`];
    });
}

type Settings = NonNullable<TargetDefinition['options']>;

function settingsOf({ options, configurations }: TargetDefinition): Settings[] {
  return [options, ...Object.values(configurations ?? {})].filter((settings) => settings !== undefined);
}

function removeForeignOptions(settings: Settings): string[] {
  const found = Object.keys(foreignOptions).filter((name) => name in settings);
  for (const name of found) Reflect.deleteProperty(settings, name);
  return found;
}

function describeRemoved(names: readonly string[]): string {
  const owners = [...new Set(names.map((name) => foreignOptions[name] ?? ''))];
  const parts = owners.map(
    (owner) => `${names.filter((name) => foreignOptions[name] === owner).join(', ')} (${owner})`,
  );
  return parts.length === 0 ? '' : `, without ${parts.join(', ')}`;
}

function isApplication(
  workspace: WorkspaceDefinition,
  project: ProjectDefinition,
  target: TargetDefinition,
): boolean {
  return applicationBuilders.includes(builderOf(workspace, project, target) ?? '');
}

/** The builder of the target that a dev server names, else of the project's own build target. */
function builderOf(
  workspace: WorkspaceDefinition,
  project: ProjectDefinition,
  { options, configurations }: TargetDefinition,
): string | null {
  const settings = [options, ...Object.values(configurations ?? {})];
  const named = settings
    .map((each) => each?.buildTarget ?? each?.browserTarget)
    .find((value) => typeof value === 'string');
  const [owner = '', target = 'build'] = named?.split(':') ?? [];
  return (workspace.projects.get(owner) ?? project).targets.get(target)?.builder ?? null;
}

function unknownProjectError(wanted: string, all: readonly { name: string }[]): SchematicsException {
  const names = all.map(({ name }) => name).join(', ');
  return new SchematicsException(
    `This workspace has no project "${wanted}"; nothing was changed. Its projects: ${names === '' ? 'none' : names}.`,
  );
}

function unsupportedProjectError(wanted: string, why: string | undefined): SchematicsException {
  return new SchematicsException(
    why ?? `Project "${wanted}" is a library and has no dev server; nothing was changed.`,
  );
}
