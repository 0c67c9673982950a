import { resolve } from 'node:path';

import type { AttachableServer, Hub, Middleware } from '@annotate-mcp/hub';
import {
  blockStoreFolder,
  createEdge,
  type DeferredHub,
  type Edge,
  findProjectRoot,
  scriptPath,
} from '@annotate-mcp/hub/integration';

import { announcement } from '../announcement.ts';
import { deferDevHub, type DevServerFacts, openDevHub } from '../dev-hub.ts';
import { makesElements } from '../jsx-framework.ts';
import { loadSvelteMarker } from '../load-transform.ts';
import { type ComponentRegistry, createComponentRegistry } from '../manifest/component-registry.ts';
import type { AnnotateOptions } from '../options.ts';
import { tagPages } from '../page-tags/tag-pages.ts';
import { openProject, type Project } from '../project.ts';
import { requireSvelteParser } from '../source-attributes/svelte-parser.ts';
import type { SvelteMarker } from '../source-attributes/svelte.ts';

export interface DevLog {
  readonly info: (line: string) => void;
  readonly error: (line: string) => void;
}

type FactsOfBundler = Omit<DevServerFacts, 'edge' | 'logError'>;

/** What the plugins of one bundler share, from the start of its dev server to the end. */
export interface DevSession {
  readonly options: AnnotateOptions;
  /** Everything that a bundler calls runs behind it. */
  readonly edge: Edge;
  readonly registry: ComponentRegistry;
  /** `null` in a build and where annotations are off, so that nothing is transformed. */
  readonly project: () => Project | null;
  /** Whether modules note the tags of components: see `MarkOptions`. */
  readonly notesTags: () => boolean;
  /** Marks components with the parser of the app's own Svelte; `null` where the app has none. */
  readonly svelteMarker: () => Promise<SvelteMarker | null>;
  /** From now on modules are transformed. */
  readonly start: (root: string, log: DevLog) => void;
  /** A hub that opens when it is needed, after `start`; `null` where annotations are off. */
  readonly deferHub: (facts: FactsOfBundler, log: DevLog) => DeferredHub | null;
  /** Opens a hub, after `start`; `null` where annotations are off. Rejects when it cannot be opened. */
  readonly openHub: (facts: FactsOfBundler, log: DevLog) => Promise<Hub | null>;
  /** The handlers that a dev server has to call before its own. */
  readonly middlewares: readonly Middleware[];
  readonly close: () => Promise<void>;
}

export function createDevSession(options: AnnotateOptions): DevSession {
  let project: Project | null = null;
  let hub: Pick<Hub, 'manifestChanged'> | null = null;
  let deferredHub: DeferredHub | null = null;
  let appRoot = '.';
  let notesTags = false;
  let svelteMarker: Promise<SvelteMarker | null> | undefined;
  let closeHub = (): Promise<void> => Promise.resolve();
  let logError = (line: string): void => void process.stderr.write(`${line}\n`);
  const edge = createEdge({
    logError: (line) => logError(line),
    root: () => project?.root ?? findProjectRoot({ root: options.root, cwd: appRoot }),
  });
  const registry = createComponentRegistry(
    () => hub?.manifestChanged(),
    (error) => edge.off('components', error),
  );

  const makeMiddlewares = (): readonly Middleware[] => [
    edge.guardMiddleware(
      'all',
      // Where static files usually are; an entry of the configuration for another folder is covered by the name.
      blockStoreFolder(() => ({
        folders: ['', 'public', 'static', 'dist'].map((name) => resolve(appRoot, name)),
        base: '/',
      })),
    ),
    edge.guardMiddleware(
      'page',
      tagPages(
        () => (deferredHub === null || deferredHub.isOff() ? null : scriptPath),
        (error) => edge.off('page', error),
      ),
    ),
  ];

  return {
    options,
    edge,
    registry,
    project: () => project,
    notesTags: () => notesTags,
    svelteMarker: () => (svelteMarker ??= loadSvelteMarker(requireSvelteParser(appRoot))),
    start(root, log) {
      if (project !== null) return;
      logError = lineTo(log);
      appRoot = root;
      project = edge.run<Project | null>(
        'all',
        () => openProject({ root: options.root, cwd: root }),
        () => null,
      );
      if (project === null) return;
      const { root: projectRoot } = project;
      notesTags = edge.run(
        'components',
        () => makesElements(root, projectRoot),
        () => false,
      );
    },
    deferHub(facts, log) {
      if (project === null) return null;
      deferredHub = deferDevHub(
        project,
        { ...facts, edge, logError: lineTo(log) },
        options,
        registry.manifest,
      );
      hub = deferredHub;
      closeHub = deferredHub.close;
      return deferredHub;
    },
    async openHub(facts, log) {
      if (project === null) return null;
      edge.begin();
      const devServer = { ...facts, edge, logError: lineTo(log) };
      const opened = await openDevHub(project, devServer, options, registry.manifest);
      hub = opened;
      closeHub = opened.close;
      return opened;
    },
    middlewares: edge.run<readonly Middleware[]>('all', makeMiddlewares, () => []),
    close: edge.guard(
      'all',
      async () => closeHub(),
      () => undefined,
    ),
  };
}

/** The loggers of webpack, Rspack and Farm are classes, whose methods need their object. */
function lineTo(log: DevLog): DevLog['error'] {
  return (line) => log.error(line);
}

/**
 * Attaches a hub that closes with the dev server, and says in the terminal how to start. Without a server the caller has
 * to use the hub's middleware.
 */
export function attachHub(
  session: DevSession,
  server: AttachableServer | null,
  facts: FactsOfBundler,
  log: DevLog,
): DeferredHub | null {
  const hub = session.deferHub(facts, log);
  if (hub === null) return null;
  if (server !== null) hub.attach(server);
  // The server has to close even when the hub cannot be closed.
  server?.once('close', () => void session.close());
  hub.openSoon();
  sayHowToStart(session, log);
  return hub;
}

export function sayHowToStart({ edge, options }: DevSession, log: DevLog): void {
  edge.run(
    'hints',
    () => {
      for (const line of announcement(options, null)) log.info(`Annotate: ${line}`);
    },
    () => undefined,
  );
}
