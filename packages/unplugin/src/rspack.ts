import { createRspackPlugin, type RspackPluginInstance, type UnpluginOptions } from 'unplugin';

import { createDevSession } from './bundlers/dev-session.ts';
import { mdxTransform } from './bundlers/mdx.ts';
import { devTransforms } from './bundlers/transforms.ts';
import { attachToDevServer, type DevCompiler } from './bundlers/webpack-dev-server.ts';
import type { AnnotateOptions } from './options.ts';

export type { AnnotateOptions } from './options.ts';

/** Lets people annotate the app in `rspack serve`. A build contains nothing of it. */
export const annotate: (options?: AnnotateOptions) => RspackPluginInstance = createRspackPlugin<
  AnnotateOptions | undefined,
  true
>((options = {}) => {
  const session = createDevSession(options);
  const server: UnpluginOptions = {
    name: 'annotate:dev-server',
    rspack: (compiler: DevCompiler) => attachToDevServer(compiler, session),
  };
  return [server, ...devTransforms(session), mdxTransform(session)];
});
