import type { Manifest } from '@annotate-mcp/core';
import type { Hub, HubOptions } from '@annotate-mcp/hub';
import { networkToken, overlaySettings } from '@annotate-mcp/hub/integration';

import type { BuildTarget } from './build-target.ts';
import type { DevServerOptions } from './options.ts';
import type { Project } from './project.ts';

export type HubPackage = typeof import('@annotate-mcp/hub');

export interface Connected {
  readonly hub: Hub;
  /** Tells the pages goodbye, once. */
  readonly close: () => Promise<void>;
}

/** Opens the project's store, to be served to pages for as long as the dev server lives. */
export async function connectHub(
  { openStore, createHub, closeOnSignals }: HubPackage,
  project: Project,
  settings: Omit<HubOptions, 'store' | 'projectRoot'>,
  storeUrl: string | undefined,
): Promise<Connected> {
  const store = await openStore(storeUrl, { root: project.root });
  const opening = createHub({ ...settings, projectRoot: project.root, store });
  const hub = await opening.catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  const ignoreSignals = closeOnSignals(hub);
  const close = async (): Promise<void> => {
    ignoreSignals();
    await hub.close();
    await store.close();
  };
  let closing: Promise<void> | undefined;
  return { hub, close: () => (closing ??= close()) };
}

export function hubSettings(
  options: DevServerOptions,
  target: BuildTarget,
  { appRoot, workspaceRoot }: Project,
  manifest: () => Manifest,
  onError: (error: unknown) => void,
): Omit<HubOptions, 'store' | 'projectRoot'> {
  const { annotate = {}, servePath } = options;
  const { network, allowedOrigins } = annotate;
  return {
    appRoot,
    sourceRoot: workspaceRoot,
    base: servePath ?? target.baseHref ?? '/',
    // The page looks below its own <base>, which need not be where it is served.
    anyBase: true,
    overlay: overlaySettings(annotate),
    guard: { allowedHosts: allowedHostsOf(options), network, token: networkToken(annotate), allowedOrigins },
    manifest,
    onError,
  };
}

/** The names that the dev server answers to. Addresses are the guard's own business. */
function allowedHostsOf({ allowedHosts, host }: DevServerOptions): readonly string[] | true {
  if (allowedHosts === true) return true;
  const listed = Array.isArray(allowedHosts) ? allowedHosts : [];
  return host === undefined ? listed : [...listed, host];
}
