import type { ScriptParser } from './source-attributes/parse-script.ts';

/**
 * The transforms, each of which is loaded with the first module that it is for: a dev server starts without them, and most
 * apps need only some.
 */
export const loadTransform = {
  astro: once(() => import('./source-attributes/astro.ts')),
  astroTags: once(() => import('./source-attributes/astro-tags.ts')),
  html: once(() => import('./source-attributes/html.ts')),
  mdx: once(() => import('./source-attributes/mdx.ts')),
  script: once(() => import('./source-attributes/script.ts')),
  solidOwners: once(() => import('./solid-owners.ts')),
  svelte: once(() => import('./source-attributes/svelte.ts')),
  svelteProps: once(() => import('./svelte-props.ts')),
  templates: once(() => import('./source-attributes/html-template.ts')),
  vue: once(() => import('./source-attributes/vue.ts')),
};

/** Loads Babel's parser, for bundlers that give their plugins none. */
export const loadScriptParser = once(async (): Promise<ScriptParser> => {
  const { parseScript } = await import('./source-attributes/parse-script.ts');
  return parseScript;
});

/** Node looks a module up again with each import, which takes longer than the transform of a small module. */
function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined;
  return () => (loading ??= load());
}
