/** Which projects of the workspace are set up, and which are left alone and why. */
import { SchematicsException } from '@angular-devkit/schematics';
import type { ProjectDefinition, TargetDefinition, WorkspaceDefinition } from '@schematics/angular/utility';

import { angularPackage } from './dependencies.ts';

export const ourDevServer = `${angularPackage}:dev-server`;
const newDevServer = '@angular/build:dev-server';
const oldDevServer = '@angular-devkit/build-angular:dev-server';

/** What the dev server that we stand on can serve; the others of that package go by webpack, or by a layer over it. */
const applicationBuilders = ['@angular/build:application', '@angular-devkit/build-angular:application'];

export interface ChosenProject {
  name: string;
  project: ProjectDefinition;
  /** Those that serve it, ours already or to become ours. */
  devServers: TargetDefinition[];
}

export interface Choice {
  chosen: ChosenProject[];
  /** Sentences about the applications that stay as they are. */
  leftAlone: string[];
}

export function chooseProjects(workspace: WorkspaceDefinition, asked: string | undefined): Choice {
  const all = [...workspace.projects].map(([name, project]) => ({ name, project }));
  const named = asked === undefined ? all : all.filter(({ name }) => name === asked);
  if (asked !== undefined && named.length === 0) throw unknownProject(asked, all);
  const applications = named.filter(({ project }) => project.extensions.projectType !== 'library');
  const verdicts = applications.map((each) => judge(workspace, each));
  const choice = {
    chosen: verdicts.flatMap((verdict) => (typeof verdict === 'string' ? [] : [verdict])),
    leftAlone: verdicts.filter((verdict) => typeof verdict === 'string'),
  };
  if (asked !== undefined && choice.chosen.length === 0) throw unfit(asked, choice.leftAlone[0]);
  return choice;
}

/** Why it is left alone, if it is. */
function judge(
  workspace: WorkspaceDefinition,
  { name, project }: { name: string; project: ProjectDefinition },
): ChosenProject | string {
  const known = [ourDevServer, newDevServer, oldDevServer];
  const devServers = [...project.targets.values()].filter(({ builder }) => known.includes(builder));
  const fitting = devServers.filter(
    (target) => target.builder !== oldDevServer || isApplication(workspace, project, target),
  );
  if (fitting.length > 0) return { name, project, devServers: fitting };
  const [other] = devServers;
  if (other !== undefined) return builtOtherwise(name, builderOf(workspace, project, other));
  return servedOtherwise(name, project.targets.get('serve')?.builder);
}

function builtOtherwise(name: string, builder: string | null): string {
  return `Project "${name}" is built by ${builder ?? 'nothing that is known'} and was left alone: only what "application" builds is served in a way that annotate-mcp can join. "ng update @angular/cli --name use-application-builder" moves it there; then run this again.`;
}

function servedOtherwise(name: string, builder: string | undefined): string {
  return builder === undefined
    ? `Project "${name}" has no dev server and was left alone.`
    : `Project "${name}" is served by ${builder}, which annotate-mcp does not know, and was left alone.`;
}

function isApplication(
  workspace: WorkspaceDefinition,
  project: ProjectDefinition,
  target: TargetDefinition,
): boolean {
  return applicationBuilders.includes(builderOf(workspace, project, target) ?? '');
}

/** What builds that which a dev server serves: the target that it names, else the project's own. */
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

function unknownProject(asked: string, all: readonly { name: string }[]): SchematicsException {
  const names = all.map(({ name }) => name).join(', ');
  return new SchematicsException(
    `This workspace has no project "${asked}"; nothing was changed. It has ${names === '' ? 'none' : names}.`,
  );
}

function unfit(asked: string, why: string | undefined): SchematicsException {
  return new SchematicsException(
    why ?? `Project "${asked}" is a library, which no dev server serves; nothing was changed.`,
  );
}
