import type { Plugin } from 'vite';

import { type AnnotateOptions, createEdge } from '@annotate-mcp/unplugin';

import { createDevPlugins, type DevServerState } from './dev-plugins.ts';

export type { AnnotateApi } from './dev-plugins.ts';

/** Lets people annotate the app in the dev server. A build contains nothing of it. */
export function annotate(options: AnnotateOptions = {}): Plugin[] {
  const state: DevServerState = {
    project: null,
    logError: (line) => void process.stderr.write(`${line}\n`),
  };
  const edge = createEdge({
    logError: (line) => state.logError(line),
    root: () => state.project?.root ?? null,
  });
  const plugins = edge.run(
    'all',
    () => createDevPlugins(options, state, edge),
    () => [],
  );
  return plugins.map(([part, plugin]) => (part === null ? plugin : edge.guardHooks(part, plugin)));
}
