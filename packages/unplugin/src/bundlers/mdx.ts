import type { UnpluginOptions } from 'unplugin';

import { loadScriptParser, loadTransform } from '../load-transform.ts';
import { mdxRuntime } from '../module-hints.ts';
import { fileOfModule } from '../module-id.ts';

import type { DevSession } from './dev-session.ts';

/** Sees the output of the MDX compiler. */
export function mdxTransform(session: DevSession): UnpluginOptions {
  return {
    name: 'annotate:mdx-source',
    enforce: 'post',
    transform: {
      filter: {
        id: { include: /\.mdx?(?:\?|$)/, exclude: /[\\/]node_modules[\\/]/ },
        code: mdxRuntime,
      },
      handler: (code, id) => markMdxModule(code, id, session),
    },
  };
}

/** `undefined` for a module that stays as it is. */
export async function markMdxModule(code: string, id: string, { options, project }: DevSession) {
  const file = options.sourceAttributes === false ? null : fileOfModule(id);
  const path = file === null ? null : (project()?.pathOf(file) ?? null);
  if (path === null || !code.includes(mdxRuntime)) return;
  const { markMdx } = await loadTransform.mdx();
  return markMdx(code, path, await loadScriptParser());
}
