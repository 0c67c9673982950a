import type { Manifest } from '@annotate-mcp/core';
import type { HubOptions } from '@annotate-mcp/hub';
import { networkToken, overlaySettings } from '@annotate-mcp/hub/integration';

import type { BuildTarget } from './build-target.ts';
import type { DevServerOptions } from './options.ts';
import type { Project } from './project.ts';

export function hubSettings(
  options: DevServerOptions,
  target: BuildTarget,
  project: Project,
  manifest: () => Manifest,
  onError: (error: unknown) => void,
): Omit<HubOptions, 'store'> {
  const { annotate = {}, servePath } = options;
  const { network, allowedOrigins } = annotate;
  return {
    projectRoot: project.root,
    appRoot: project.appRoot,
    sourceRoot: project.workspaceRoot,
    base: servePath ?? target.baseHref ?? '/',
    // The page looks for the hub below its own <base>, which may differ from the path it is served at.
    anyBase: true,
    overlay: overlaySettings(annotate),
    guard: { allowedHosts: allowedHostsOf(options), network, token: networkToken(annotate), allowedOrigins },
    manifest,
    onError,
  };
}

/** The host names that the dev server answers to. The guard itself decides about IP addresses. */
function allowedHostsOf({ allowedHosts, host }: DevServerOptions): readonly string[] | true {
  if (allowedHosts === true) return true;
  const listed = Array.isArray(allowedHosts) ? allowedHosts : [];
  return host === undefined ? listed : [...listed, host];
}
