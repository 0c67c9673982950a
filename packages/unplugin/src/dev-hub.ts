import type { Manifest } from '@annotate-mcp/core';
import type { Hub } from '@annotate-mcp/hub';
import {
  deferHub,
  type DeferredHub,
  type Edge,
  networkToken,
  overlaySettings,
  realPath,
  type ServedFolders,
  startHub,
} from '@annotate-mcp/hub/integration';

import type { AnnotateOptions } from './options.ts';
import type { Project } from './project.ts';

/** The dev server that a hub is opened for. */
export interface DevServerFacts {
  /** The app's folder. */
  readonly root: string;
  /** The public path below which the server answers. */
  readonly base: string;
  /** Host names that the server answers to besides localhost and IP addresses; `true` for all. */
  readonly allowedHosts: readonly string[] | true;
  readonly logError: (message: string) => void;
  readonly edge: Edge;
  /** See `DeferredHubOptions`. */
  readonly served?: readonly ServedFolders[] | undefined;
}

/** A hub for the pages of a dev server, and the project's store, which open when they are needed. */
export function deferDevHub(
  project: Project,
  facts: DevServerFacts,
  options: AnnotateOptions,
  manifest: () => Manifest,
): DeferredHub {
  const { base, edge, served } = facts;
  edge.begin();
  const hub = deferHub({ base, edge, served, open: () => openDevHub(project, facts, options, manifest) });
  return edge.guardHooks('all', { ...hub, middleware: edge.guardMiddleware('all', hub.middleware) });
}

/** Starts a hub on the project's store for the pages of a dev server. */
export function openDevHub(
  project: Project,
  { root, base, allowedHosts, logError }: DevServerFacts,
  options: AnnotateOptions,
  manifest: () => Manifest,
): Promise<Hub> {
  const { store, network, allowedOrigins } = options;
  return startHub({
    store,
    projectRoot: project.root,
    appRoot: realPath(root),
    base,
    overlay: overlaySettings(options),
    guard: { allowedHosts, network, token: networkToken(options), allowedOrigins },
    manifest,
    onError: (error) => logError(`annotate: ${error instanceof Error ? error.message : String(error)}`),
  });
}
