import type { ConfigEnv, Plugin } from 'vite';

import { loadTransform, type Project } from '@annotate-mcp/unplugin';

import { isIncluded, type ModuleFilter } from './module-filter.ts';

type VueTransforms = Awaited<ReturnType<typeof loadTransform.vue>>;
type VueTransform = Awaited<ReturnType<VueTransforms['createVueTransform']>>;

const filter: ModuleFilter = { id: { include: /\.vue(?:\?|$)/, exclude: /^\0/ } };

/** Adds source attributes while Vue compiles templates, so that the source and its line numbers do not change. */
export function vueAttributes(active: (env: ConfigEnv) => boolean, project: () => Project | null): Plugin {
  let isUsed = false;
  let markNode: VueTransform | undefined;
  return {
    name: 'annotate:vue-source',
    apply: (_, env) => active(env),
    enforce: 'pre',
    configResolved({ plugins }) {
      const vue = plugins.find(({ name }) => name === 'vite:vue');
      if (!isVueApi(vue?.api)) return;
      isUsed = true;
      addTransform(vue.api, (node, context) => markNode?.(node, context));
    },
    transform: {
      order: 'pre',
      filter,
      /** Loads what marks templates before Vue compiles the first one, and not while the dev server starts. */
      async handler(code, id) {
        if (!isUsed || markNode !== undefined || !isIncluded(filter, id, code)) return;
        const { createVueTransform } = await loadTransform.vue();
        markNode = await createVueTransform(project);
      },
    },
  };
}

/** The part of @vitejs/plugin-vue's `api` that is used here. */
interface VueApi {
  options: { template?: { compilerOptions?: { nodeTransforms?: VueTransform[] } } };
}

function isVueApi(api: unknown): api is VueApi {
  return typeof api === 'object' && api !== null && 'options' in api && typeof api.options === 'object';
}

// A server that restarts with the same plugin objects has the same options again.
const extended = new WeakSet<VueApi>();

function addTransform(api: VueApi, transform: VueTransform): void {
  if (extended.has(api)) return;
  extended.add(api);
  const { template = {} } = api.options;
  const { compilerOptions = {} } = template;
  const options = {
    // Otherwise Vue compiles five or more static siblings with attributes to one string of HTML, whose elements
    // have no reference to their component.
    hoistStatic: false,
    ...compilerOptions,
    nodeTransforms: [...(compilerOptions.nodeTransforms ?? []), transform],
  };
  api.options = { ...api.options, template: { ...template, compilerOptions: options } };
}
