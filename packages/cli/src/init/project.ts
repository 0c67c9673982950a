/** What init finds: where it is, what the project is made of, and which agents work on it. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

import { agents, type AgentType, detectGlobalAgents, detectProjectAgents, getAgentTypes } from 'add-mcp';

import { findProjectRoot } from '@annotate-mcp/store';

import { CliError } from '../errors.ts';

export interface Project {
  /** Holds `.annotate/`. */
  root: string;
  /** Where the app is: the current folder, if it is inside the root. */
  folder: string;
  framework: string | null;
  packageManager: PackageManager | null;
  agents: FoundAgents;
}

export interface FoundAgents {
  /** They have files in the project. */
  inProject: AgentType[];
  /** They are on this machine. */
  installed: AgentType[];
}

export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun';

export async function findProject(rootOption: string | undefined, cwd: string): Promise<Project> {
  const root = findProjectRoot({ root: rootOption, cwd });
  const folder = isInside(cwd, root) ? cwd : root;
  return {
    root,
    folder,
    framework: frameworkOf(dependenciesOf(folder)),
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

const frameworks = [
  { name: 'Angular', needs: ['@angular/core'] },
  { name: 'Astro', needs: ['astro'] },
  { name: 'Vite + React', needs: ['vite', 'react'] },
  { name: 'Vite + Vue', needs: ['vite', 'vue'] },
  { name: 'Vite + Svelte', needs: ['vite', 'svelte'] },
  { name: 'Vite', needs: ['vite'] },
] as const;

/** The first that fits: an Astro site has Vite, too. */
export function frameworkOf(dependencies: ReadonlySet<string>): string | null {
  return frameworks.find(({ needs }) => needs.every((name) => dependencies.has(name)))?.name ?? null;
}

function dependenciesOf(folder: string): Set<string> {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return new Set();
  const manifest = parseManifest(file);
  return new Set(
    ['dependencies', 'devDependencies'].flatMap((key) => {
      const group = manifest[key];
      return typeof group === 'object' && group !== null ? Object.keys(group) : [];
    }),
  );
}

function parseManifest(file: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
    if (typeof value === 'object' && value !== null) return { ...value };
    throw new TypeError('it is not an object');
  } catch (cause) {
    throw new CliError('config/unreadable', `${file} is not valid: ${String(cause)}.`, {
      hint: 'Mend it and run init again.',
      cause,
    });
  }
}

const lockfiles: readonly [string, PackageManager][] = [
  ['package-lock.json', 'npm'],
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
];

/** In a monorepo the lockfile lies further up. */
function packageManagerOf(folder: string, root: string): PackageManager | null {
  const found = lockfiles.find(([name]) => existsSync(join(folder, name)));
  if (found !== undefined) return found[1];
  return folder === root || dirname(folder) === folder ? null : packageManagerOf(dirname(folder), root);
}

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

function isInside(folder: string, root: string): boolean {
  const path = relative(root, folder);
  return path !== '..' && !path.startsWith(`..${sep}`);
}
