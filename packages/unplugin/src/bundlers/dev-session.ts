import type { AttachableServer, Hub, Middleware } from '@annotate-mcp/hub';

import { announcement } from '../announcement.ts';
import { describeOff, type DevServerFacts, openDevHub } from '../dev-hub.ts';
import { tagPages } from '../html-response.ts';
import { type ComponentRegistry, createComponentRegistry } from '../manifest/component-registry.ts';
import type { AnnotateOptions } from '../options.ts';
import { openProject, type Project } from '../project.ts';
import { loadSvelteParser, type SvelteParser } from '../source-attributes/svelte.ts';
import { blockStoreFolder } from '../store-folder.ts';

export interface DevLog {
  readonly info: (line: string) => void;
  readonly error: (line: string) => void;
}

/** What the plugins of one bundler share, from the start of its dev server to the end. */
export interface DevSession {
  readonly options: AnnotateOptions;
  readonly registry: ComponentRegistry;
  /** `null` in a build and where annotations are off, so that nothing is transformed. */
  readonly project: () => Project | null;
  /** The parser of the app's own Svelte; `null` where the app has none. */
  readonly svelteParser: () => SvelteParser | null;
  /** From now on modules are transformed. */
  readonly start: (root: string, log: DevLog) => void;
  /** Opens a hub, after `start`; `null` where annotations are off, of which the log has the reason. */
  readonly openHub: (facts: Omit<DevServerFacts, 'logError'>, log: DevLog) => Promise<Hub | null>;
  /** The handlers that a dev server has to call before its own. */
  readonly middlewares: readonly Middleware[];
  readonly close: () => Promise<void>;
}

export function createDevSession(options: AnnotateOptions): DevSession {
  let project: Project | null = null;
  let hub: Hub | null = null;
  let svelteParser: SvelteParser | null = null;
  let opening: Promise<unknown> = Promise.resolve();
  let closeHub = (): Promise<void> => Promise.resolve();
  const registry = createComponentRegistry(() => hub?.manifestChanged());

  return {
    options,
    registry,
    project: () => project,
    svelteParser: () => svelteParser,
    start(root, log) {
      if (project !== null) return;
      try {
        project = openProject({ root: options.root, cwd: root });
        svelteParser = loadSvelteParser(root);
      } catch (error) {
        log.error(describeOff(error));
      }
    },
    async openHub(facts, log) {
      if (project === null) return null;
      try {
        const opened = openDevHub(project, { ...facts, logError: log.error }, options, registry.manifest);
        opening = opened;
        ({ hub, close: closeHub } = await opened);
      } catch (error) {
        log.error(describeOff(error));
      }
      return hub;
    },
    middlewares: [waitFor(() => opening), blockStoreFolder, tagPages(() => hub?.scriptPath ?? null)],
    close: () => closeHub(),
  };
}

/** Lets the first requests wait until the hub is open: a page without its script would never connect. */
function waitFor(opening: () => Promise<unknown>): Middleware {
  return (_request, _response, next) => {
    void Promise.allSettled([opening()]).then(() => next());
  };
}

/**
 * Opens a hub that closes with the dev server, and says in the terminal how to start. Without a server the caller has to
 * use the hub's middleware.
 */
export async function attachHub(
  session: DevSession,
  server: AttachableServer | null,
  facts: Omit<DevServerFacts, 'logError'>,
  log: DevLog,
): Promise<Hub | null> {
  const hub = await session.openHub(facts, log);
  if (hub === null) return null;
  if (server !== null) hub.attach(server);
  // The server has to close even when the hub cannot be closed.
  server?.once('close', () => void Promise.allSettled([session.close()]));
  for (const line of announcement(session.options, null)) log.info(`Annotate: ${line}`);
  return hub;
}
