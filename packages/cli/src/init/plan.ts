import { existsSync, readFileSync } from 'node:fs';
import { relative, join } from 'node:path';

import { agents, type AgentType } from 'add-mcp';

import { storeFile, withMergeLine } from '@annotate-mcp/store';
import { isInside } from '@annotate-mcp/store/files';

import { proposeDesktopServer } from '../agents/claude-desktop.ts';
import { proposeServer } from '../agents/propose-server.ts';
import { remarkOnPath, serverEntry } from '../agents/server.ts';
import type { App } from '../apps/apps.ts';
import { noApp, noPackageFor } from '../apps/page-side.ts';
import { findUnsupported } from '../apps/supported-versions.ts';
import { CliError } from '../errors.ts';

import { proposeAgentFiles } from './agent-files.ts';
import type { Change } from './change.ts';
import { proposeGuide } from './guide.ts';
import { integrations } from './integrations/index.ts';
import type { Wiring } from './integrations/integration.ts';
import { findOlderComments, type OlderComments, remarkOnOlderPackages } from './older-comments.ts';
import { type Project, proposeRootMarker } from './project.ts';
import { proposeShellSkill } from './shell-skill.ts';

export interface Choice {
  agents: readonly AgentType[];
  /** The work loop for AGENTS.md or CLAUDE.md, and for a skill or command of the agent; `null` for none. */
  guide: string | null;
  /** The agents get the browser tools. */
  browser?: boolean;
  /** Claude Desktop gets them too. */
  desktop?: boolean;
  /** The skill for agents without MCP is written. */
  shell?: boolean;
  /** Comments that older tools left in the project are imported. `true` by default. */
  importsComments?: boolean;
}

export interface Plan {
  changes: Change[];
  /** The chosen agents that have an entry after the changes. */
  connected: AgentType[];
  /** The browser tools were asked for. */
  browser: boolean;
  /** Claude Desktop has an entry after the changes. */
  desktop: boolean;
  /** An agent without MCP has the skill after the changes. */
  shell: boolean;
  /** How the overlay gets into each app. */
  wirings: Wiring[];
  /** Comments of older tools that are added to the store. */
  imports: OlderComments[];
  /** Files that the user has to fix first. */
  problems: CliError[];
  /** Notes about what init does not do. */
  remarks: string[];
}

/** Reads only. `store` is the URL of the store when the user named one. */
export async function makePlan(
  project: Project,
  { agents: chosen, guide, browser = false, desktop = false, shell = false, importsComments = true }: Choice,
  store?: string,
): Promise<Plan> {
  const plan: Plan = { ...emptyPlan(), browser, shell };
  const seenFiles = new Set<string>();
  for (const agent of chosen) {
    let connected = false;
    // People start an agent at the root or in the folder of the app, and it reads the configuration there.
    for (const folder of project.agentFolders) {
      if (await tryTo(plan, () => connect(agent, folder, browser, seenFiles))) connected = true;
    }
    if (connected) plan.connected.push(agent);
  }
  plan.remarks.push(...remarkOnFolders(plan, project));
  if (desktop) plan.desktop = await tryTo(plan, async () => proposeDesktopServer());
  const remark = remarkOnPath();
  if (remark !== null) plan.remarks.push(remark);
  if (shell) plan.changes.push(...proposeShellSkill(project.root));
  // The guide is about the tools of the MCP server.
  if (guide !== null && chosen.length > 0) {
    await tryTo(plan, async () => proposeGuide(project.root, chosen, guide));
    plan.changes.push(...proposeAgentFiles(project.root, chosen, guide));
  }
  await tryTo(plan, async () => proposeGitAttributes(project.root, store));
  plan.changes.push(...proposeRootMarker(project));
  wire(plan, project);
  plan.remarks.push(...remarkOnOlderPackages(project));
  if (importsComments) await addOlderComments(plan, project, store);
  return plan;
}

async function addOlderComments(plan: Plan, project: Project, store: string | undefined): Promise<void> {
  const { imports, remarks, problems } = await findOlderComments(project, store);
  plan.imports.push(...imports);
  plan.remarks.push(...remarks);
  plan.problems.push(...problems);
}

function emptyPlan(): Plan {
  return {
    changes: [],
    connected: [],
    browser: false,
    desktop: false,
    shell: false,
    wirings: [],
    imports: [],
    problems: [],
    remarks: [],
  };
}

/** Why the same entry is written twice. */
function remarkOnFolders({ changes }: Plan, { agentFolders, root }: Project): string[] {
  const apps = agentFolders.filter((folder) => folder !== root).map((folder) => relative(root, folder));
  if (changes.length === 0 || apps.length === 0) return [];
  const verb = apps.length === 1 ? 'both get' : 'get';
  return [
    `Agents read the configuration of the folder that you open them in, so ${apps.join(', ')} and the root ${verb} the entry.`,
  ];
}

function wire(plan: Plan, project: Project): void {
  const { apps, root } = project;
  if (apps.length === 0) plan.remarks.push(agentOnly(describeNoApp(project)));
  for (const app of apps) {
    const unsupported = findUnsupported(app, root);
    if (unsupported !== null) {
      const { what, fix } = unsupported;
      plan.problems.push(new CliError('init/unsupported', what, { hint: fix }));
      continue;
    }
    const integration = integrations.find(({ fits }) => fits(app));
    if (integration === undefined) {
      plan.remarks.push(agentOnly(noPackageFor(app)));
      continue;
    }
    const wiring = integration.propose(app, root);
    plan.wirings.push(wiring);
    plan.remarks.push(...wiring.remarks);
    if (wiring.problem !== undefined) plan.problems.push(wiring.problem);
  }
}

function describeNoApp({ elsewhere, folder, root }: Project): typeof noApp {
  if (elsewhere.length === 0) return noApp;
  return {
    what: `No app was found in ${relative(root, folder)}.`,
    fix: `This project has ${describeFolders(elsewhere, root)}.`,
  };
}

/** Every app with its name and its folder. */
function describeFolders(apps: readonly App[], root: string): string {
  return apps.map((app) => `${app.framework.name} in ${relative(root, app.folder)}`).join(', ');
}

function agentOnly({ what, fix }: { what: string; fix: string }): string {
  return `${what} init connects your agent only. ${fix}`;
}

/** Records a file that cannot be changed as a problem, so that the other files are still changed. `false` for a problem. */
async function tryTo(plan: Plan, propose: () => Promise<Change[]>): Promise<boolean> {
  try {
    plan.changes.push(...(await propose()));
    return true;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    plan.problems.push(error);
    return false;
  }
}

/** Agents may share a file; one entry is enough for them. */
async function connect(
  agent: AgentType,
  folder: string,
  browser: boolean,
  seenFiles: Set<string>,
): Promise<Change[]> {
  const { file, before, after } = await proposeServer(agent, folder, serverEntry({ browser }));
  if (seenFiles.has(file)) return [];
  seenFiles.add(file);
  if (before === after) return [];
  const what = `MCP server "annotate" for ${agents[agent].displayName}`;
  return [{ file, what, before, after }];
}

/** A JSON store that is committed is merged by git line by line, in every clone. */
export function proposeGitAttributes(root: string, store: string | undefined): Change[] {
  const { scheme, path = '' } = storeFile(store ?? '', root) ?? {};
  if (scheme !== 'json' || !isInside(path, root) || !existsSync(join(root, '.git'))) return [];
  const file = join(root, '.gitattributes');
  const before = existsSync(file) ? readFileSync(file, 'utf8') : null;
  const location = relative(root, path);
  const after = withMergeLine(before ?? '', location);
  return after === before ? [] : [{ file, what: `git merges ${location} line by line`, before, after }];
}
