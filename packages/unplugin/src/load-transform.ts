import type { ScriptParser } from './source-attributes/parse-script.ts';
import type { SvelteParser } from './source-attributes/svelte-parser.ts';
import type { SvelteMarker } from './source-attributes/svelte.ts';

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
  svelteProps: once(() => import('./svelte-props.ts')),
  templates: once(() => import('./source-attributes/html-template.ts')),
  vue: once(() => import('./source-attributes/vue.ts')),
};

/** Loads Babel's parser, for bundlers that give their plugins none. */
export const loadScriptParser = once(async (): Promise<ScriptParser> => {
  const { parseScript } = await import('./source-attributes/parse-script.ts');
  return parseScript;
});

export async function loadSvelteMarker(parse: SvelteParser | null): Promise<SvelteMarker | null> {
  if (parse === null) return null;
  const { createSvelteMarker } = await import('./source-attributes/svelte.ts');
  return createSvelteMarker(parse);
}

/** Node looks a module up again with each import, which takes longer than the transform of a small module. */
function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined;
  return () => (loading ??= load());
}
