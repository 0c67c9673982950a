import { isRecord } from '@annotate-mcp/core';

import { loadTransform } from '../load-transform.ts';

import type { DevSession } from './dev-session.ts';

/**
 * Makes vue-loader add source attributes, by its options among the rules of a compiler. The options are changed in place,
 * because the plugin of vue-loader gives the same object to the rules that it adds.
 */
export async function addToVueLoader(
  rules: unknown,
  { edge, options: { sourceAttributes }, project }: DevSession,
): Promise<void> {
  const loaders = vueLoadersIn(rules);
  if (loaders.length === 0 || sourceAttributes === false) return;
  const { createVueTransform } = await loadTransform.vue();
  const transform = edge.guard('vueLines', await createVueTransform(project), () => undefined);
  for (const loader of loaders) {
    const options = (loader.options ??= {});
    if (!isRecord(options)) continue;
    const compilerOptions = isRecord(options.compilerOptions) ? options.compilerOptions : {};
    const transforms: unknown[] = Array.isArray(compilerOptions.nodeTransforms)
      ? compilerOptions.nodeTransforms
      : [];
    options.compilerOptions = {
      hoistStatic: false,
      ...compilerOptions,
      nodeTransforms: [...transforms, transform],
    };
  }
}

function vueLoadersIn(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(vueLoadersIn);
  if (!isRecord(value)) return [];
  const below = [value.use, value.oneOf, value.rules].flatMap(vueLoadersIn);
  const isVueLoader = typeof value.loader === 'string' && /\bvue-loader\b/.test(value.loader);
  return isVueLoader ? [value, ...below] : below;
}
