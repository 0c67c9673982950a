import { createRspackPlugin, type RspackPluginInstance } from 'unplugin';

import { devPlugins } from './bundlers/dev-plugins.ts';
import { mdxTransform } from './bundlers/mdx.ts';
import { attachToDevServer, type DevCompiler } from './bundlers/webpack-dev-server.ts';
import type { AnnotateOptions } from './options.ts';

export type { AnnotateOptions } from './options.ts';

/** Lets people annotate the app in `rspack serve`. A build contains nothing of it. */
export const annotate: (options?: AnnotateOptions) => RspackPluginInstance = createRspackPlugin<
  AnnotateOptions | undefined,
  true
>((options = {}) =>
  devPlugins(
    options,
    (session) =>
      session.edge.guardHooks('all', {
        rspack: (compiler: DevCompiler) => attachToDevServer(compiler, session),
      }),
    [mdxTransform],
  ),
);
