/** Finds the project root, its apps and its agents for init. */
import { agents, type AgentType, detectGlobalAgents, detectProjectAgents, getAgentTypes } from 'add-mcp';

import { findProjectRoot } from '@annotate-mcp/store';
import { isInside } from '@annotate-mcp/store/files';

import { type App, findApps, frameworkOf } from '../apps/apps.ts';
import { manifestOf } from '../apps/manifest.ts';
import { type PackageManager, packageManagerOf } from '../apps/package-manager.ts';

export interface Project {
  /** Holds `.annotate/`. */
  root: string;
  /** Where the app is: the current folder, if it is inside the root. */
  folder: string;
  framework: string | null;
  /** The one around the folder, or those below it. */
  apps: App[];
  packageManager: PackageManager | null;
  agents: FoundAgents;
}

export interface FoundAgents {
  /** They have files in the project. */
  inProject: AgentType[];
  /** They are on this machine. */
  installed: AgentType[];
}

export async function findProject(rootOption: string | undefined, cwd: string): Promise<Project> {
  const root = findProjectRoot({ root: rootOption, cwd });
  const folder = isInside(cwd, root) ? cwd : root;
  const apps = findApps(folder, root);
  return {
    root,
    folder,
    framework: apps[0]?.framework ?? frameworkOf(manifestOf(folder)?.dependencies ?? new Set()),
    apps,
    packageManager: packageManagerOf(folder, root),
    agents: await findAgents([folder, root]),
  };
}

/** Agents with one file for all projects are not among them: what is right for one project breaks the others. */
export function projectAgents(): AgentType[] {
  const all = new Set([...mostUsed, ...getAgentTypes()]);
  return [...all].filter((agent) => agents[agent].localConfigPath !== undefined);
}

/** At the top of every list; the others follow by name. */
const mostUsed: readonly AgentType[] = ['claude-code', 'vscode', 'cursor', 'codex', 'gemini-cli'];

async function findAgents(folders: readonly string[]): Promise<FoundAgents> {
  const usable = projectAgents();
  const inProject = new Set(folders.flatMap((folder) => detectProjectAgents(folder)));
  // The two share .mcp.json, which is Claude Code's first of all.
  if (inProject.has('claude-code')) inProject.delete('github-copilot-cli');
  const installed = new Set(await detectGlobalAgents());
  return {
    inProject: usable.filter((agent) => inProject.has(agent)),
    installed: usable.filter((agent) => installed.has(agent)),
  };
}
