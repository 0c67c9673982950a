import type { EsbuildPlugin } from 'unplugin';

import type { DevSession } from './dev-session.ts';
import { markMdxModule } from './mdx.ts';

type EsbuildBuild = Parameters<EsbuildPlugin['setup']>[0];

/**
 * Adds source attributes to what the plugin `@mdx-js/esbuild` loads. esbuild has no transforms and takes a module from the
 * first plugin that loads it, so the plugin of MDX is set up once more, before its own place in the list.
 */
export async function markLoadedMdx(build: EsbuildBuild, session: DevSession): Promise<void> {
  const mdx = build.initialOptions.plugins?.find(({ name }) => name === '@mdx-js/esbuild');
  await mdx?.setup({
    ...build,
    onLoad: (options, load) =>
      build.onLoad(options, async (file) => {
        const loaded = await load(file);
        const { contents } = loaded ?? {};
        const marked = typeof contents === 'string' ? await mark(contents, file.path, session) : undefined;
        // Attributes add no lines, so the source map in the contents stays right.
        return marked === undefined ? loaded : { ...loaded, contents: marked.code };
      }),
  });
}

function mark(contents: string, path: string, session: DevSession) {
  return session.edge.run(
    'mdxLines',
    () => markMdxModule(contents, path, session),
    () => undefined,
  );
}
