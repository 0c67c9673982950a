/** Finds the project root, its apps and its agents for init. */
import { join } from 'node:path';

import type { AgentType } from 'add-mcp';

import { findProjectRoot, rootMarker } from '@annotate-mcp/store';
import { isInside } from '@annotate-mcp/store/files';

import { findAgents } from '../agents/find-agents.ts';
import { type App, appsElsewhere, findAppsOrServer } from '../apps/apps.ts';
import { frameworksOf } from '../apps/frameworks.ts';
import { manifestOf } from '../apps/manifest.ts';
import { type PackageManager, packageManagerOf } from '../apps/package-manager.ts';

import type { Change } from './change.ts';

export interface Project {
  /** Holds `.annotate/`. */
  root: string;
  /** Where the app is: the current folder, if it is inside the root. */
  folder: string;
  framework: string | null;
  /** The one around the folder, or those below it. */
  apps: App[];
  /** Where there is none: those in other folders of the project. */
  elsewhere: App[];
  /** Where agents may be started: in the folders of the apps, and at the root. */
  agentFolders: string[];
  packageManager: PackageManager | null;
  /** Those with files in the project, and those on this machine. */
  agents: AgentType[];
}

export async function findProject(rootOption: string | undefined, cwd: string): Promise<Project> {
  const root = findProjectRoot({ root: rootOption, cwd });
  const folder = isInside(cwd, root) ? cwd : root;
  const apps = findAppsOrServer(folder, root);
  const known = frameworksOf(manifestOf(folder)?.dependencies ?? new Set());
  return {
    root,
    folder,
    framework: (apps[0]?.framework ?? known[0])?.name ?? null,
    apps,
    elsewhere: apps.length > 0 ? [] : appsElsewhere(folder, root),
    agentFolders: [...new Set([...apps.map((app) => app.folder), root])],
    packageManager: packageManagerOf(folder, root),
    agents: await findAgents([folder, root]),
  };
}

const text =
  'This folder is the root of the project for annotate-mcp: annotations are kept in .annotate/ here.\n';

/** A file that makes the dev servers and the agents of a project agree on its root, where they would not without it. */
export function proposeRootMarker({ root, folder, apps }: Project): Change[] {
  const folders = [root, folder, ...apps.map((app) => app.folder)];
  if (folders.every((cwd) => findProjectRoot({ cwd, env: {} }) === root)) return [];
  const what = 'the dev server and the agent find this root';
  return [{ file: join(root, rootMarker), what, before: null, after: text }];
}
