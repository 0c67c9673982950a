/** The MCP server over stdin and stdout, with what it needs to start in one import. */
import { isUuid } from '@annotate-mcp/core';
import { serveStdio } from '@annotate-mcp/mcp-server/stdio';

import { bundledFolder } from '../bundled-files.ts';
import type { GlobalOptions } from '../cli-command.ts';
import {
  existingFolder,
  openStoreLater,
  locateStore,
  projectOrNone,
  type StoreLocation,
} from '../project-store.ts';
import type { Terminal } from '../terminal.ts';
import { version } from '../version.ts';
import { projectAgentsIn } from '../work/project-agents.ts';

import { resolveToolsets } from './resolve-toolsets.ts';

export interface StdioOptions extends GlobalOptions {
  toolsets?: string[];
  channel?: boolean;
  /** `true` when no folder follows. */
  allow?: string[] | true;
  open: boolean;
}

/** Resolves when the client has disconnected. */
export async function stdio(
  { toolsets: named, channel = false, debug = false, allow, open, ...options }: StdioOptions,
  terminal: Terminal,
): Promise<void> {
  const { names: toolsets, isOutsideProjects } = resolveToolsets(named, options);
  const location = storeFor(toolsets, options);
  if (terminal.canAsk) terminal.note(hintForPeople);
  if (isOutsideProjects) terminal.note(hintOutsideProjects);
  const browser = toolsets.includes('browser') ? await createBrowser(location) : null;
  const store = await openStoreLater(location);
  await serveStdio({
    store,
    root: location.root,
    roots: existingFolders(allow, terminal),
    viewFolder: bundledFolder('view'),
    version,
    channel,
    toolsets,
    ...(toolsets.includes('annotations') && {
      projectAgents: (root: string) => (root === location.root ? projectAgentsIn(store, root) : null),
    }),
    ...(browser !== null && { browser: browser.toolset }),
    identity: givenIdentity(process.env),
    ...(open && { openUrl }),
    ...(debug && { debug: (line: string) => terminal.note(line) }),
  });
  // After a signal the input is still open, and would keep the process alive.
  process.stdin.destroy();
  await browser?.close();
}

/** Loaded only where it is offered, because every other agent's server has to start without it. */
async function createBrowser({ root, url }: Pick<StoreLocation, 'root' | 'url'>) {
  const { createStdioBrowser } = await import('./stdio-browser.ts');
  const project = url === 'memory:' ? null : { root, store: url };
  return createStdioBrowser({ root, bridge: { project } });
}

/** `annotate-mcp work` names the agent that it has started. */
function givenIdentity({
  ANNOTATE_AGENT_ID: id = '',
  ANNOTATE_AGENT_NAME: name = '',
  ANNOTATE_AGENT_FOLDER: folder,
}: NodeJS.ProcessEnv) {
  return isUuid(id) && name !== '' ? { id, name, folder } : undefined;
}

const hintForPeople =
  'This is the MCP server that your agent starts; it waits for messages on stdin. Press Ctrl+C to end it. To connect an agent, run: npx annotate-mcp init.';

const hintOutsideProjects =
  'Not started in a project, so there are no annotations here. Name the project with --root to work on them too.';

/** Without the toolset `annotations` no store is created: a host without a project, such as a desktop app, needs none. */
function storeFor(toolsets: readonly string[], options: GlobalOptions): Pick<StoreLocation, 'root' | 'url'> {
  if (toolsets.includes('annotations')) return locateStore(options);
  return { root: projectOrNone(options), url: 'memory:' };
}

/** Skips folders that do not exist: hosts pass on a setting that is months old, or the name of one that is not set. */
function existingFolders(allow: StdioOptions['allow'], { note }: Terminal): string[] {
  if (allow === undefined || allow === true) return [];
  return allow.flatMap((path) => {
    const folder = existingFolder(path);
    if (folder === null) note(`--allow: ${path} is not a folder and is ignored.`);
    return folder ?? [];
  });
}

async function openUrl(url: string): Promise<boolean> {
  const { openInBrowser } = await import('../review/open-in-browser.ts');
  return openInBrowser(url);
}
