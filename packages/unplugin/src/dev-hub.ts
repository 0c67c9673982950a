import { realpathSync } from 'node:fs';

import { isRecord, type Manifest } from '@annotate-mcp/core';
import type { Hub } from '@annotate-mcp/hub';
import {
  deferHub,
  type DeferredHub,
  networkToken,
  overlaySettings,
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
}

/** A hub for the pages of a dev server, and the project's store, which open when they are needed. */
export function deferDevHub(
  project: Project,
  facts: DevServerFacts,
  options: AnnotateOptions,
  manifest: () => Manifest,
): DeferredHub {
  return deferHub({
    base: facts.base,
    open: () => openDevHub(project, facts, options, manifest),
    onFailure: (error) => facts.logError(describeOff(error)),
  });
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
    appRoot: realpathSync(root),
    base,
    overlay: overlaySettings(options),
    guard: { allowedHosts, network, token: networkToken(options), allowedOrigins },
    manifest,
    onError: (error) => logError(`annotate: ${error instanceof Error ? error.message : String(error)}`),
  });
}

/** The line for the terminal when an error keeps annotations off. The app starts all the same. */
export function describeOff(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  // The hub is another process, so its errors are of no class of ours.
  const hint = isRecord(error) && typeof error.hint === 'string' ? ` ${error.hint}` : '';
  return `annotate is off: ${message}${hint}`;
}
