import type { Plugin } from 'vite';

import { type AnnotateOptions, createEdge, findProjectRoot } from '@annotate-mcp/unplugin';

import { createDevPlugins, type DevServerState } from './dev-plugins.ts';
import { emptyModule } from './virtual-module.ts';

export type { AnnotateApi } from './dev-plugins.ts';

/** Lets people annotate the app in the dev server. A build contains nothing of it. */
export function annotate(options: AnnotateOptions = {}): Plugin[] {
  const state: DevServerState = {
    project: null,
    logError: (line) => void process.stderr.write(`${line}\n`),
  };
  const edge = createEdge({
    logError: (line) => state.logError(line),
    root: () => state.project?.root ?? findProjectRoot({ root: options.root, cwd: process.cwd() }),
  });
  const plugins = edge.run<ReturnType<typeof createDevPlugins>>(
    'all',
    () => createDevPlugins(options, state, edge),
    // The app may import it.
    () => [['virtualModule', emptyModule()]],
  );
  return plugins.map(([part, plugin]) => (part === null ? plugin : edge.guardHooks(part, plugin)));
}
