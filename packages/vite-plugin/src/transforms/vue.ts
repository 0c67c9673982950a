import type { ConfigEnv, Plugin } from 'vite';

import { loadTransform, type Project } from '@annotate-mcp/unplugin';

import { isIncluded, type ModuleFilter } from './module-filter.ts';

type VueTransforms = Awaited<ReturnType<typeof loadTransform.vue>>;
type VueTransform = Awaited<ReturnType<VueTransforms['createVueTransform']>>;

const filter: ModuleFilter = { id: { include: /\.vue(?:\?|$)/, exclude: /^\0/ } };

/** Adds source attributes while Vue compiles templates, so that the source and its line numbers do not change. */
export function vueAttributes(active: (env: ConfigEnv) => boolean, project: () => Project | null): Plugin {
  // Nuxt uses the same plugin object in a server for the browser and another for pages, each with a plugin of Vue.
  const loads = new Set<LoadMarks>();
  return {
    name: 'annotate:vue-source',
    apply: (_, env) => active(env),
    enforce: 'pre',
    configResolved({ plugins }) {
      const vue = plugins.find(({ name }) => name === 'vite:vue');
      if (isVueApi(vue?.api)) loads.add(addTransform(vue.api, project));
    },
    transform: {
      order: 'pre',
      filter,
      /** Loads what marks templates before Vue compiles the first one, and not while the dev server starts. */
      async handler(code, id) {
        if (isIncluded(filter, id, code)) await Promise.all([...loads].map((load) => load()));
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

/** Loads what marks templates. Every call gives the same promise. */
type LoadMarks = () => Promise<void>;

// A server that restarts with the same plugin objects, and another server that shares them, has the same options again.
const extended = new WeakMap<VueApi, LoadMarks>();

/** Adds a transform that does nothing until it is loaded. */
function addTransform(api: VueApi, project: () => Project | null): LoadMarks {
  const known = extended.get(api);
  if (known !== undefined) return known;
  let markNode: VueTransform | undefined;
  let loading: Promise<void> | undefined;
  const load = () =>
    (loading ??= loadTransform.vue().then(async ({ createVueTransform }) => {
      markNode = await createVueTransform(project);
    }));
  extended.set(api, load);
  const { template = {} } = api.options;
  const { compilerOptions = {} } = template;
  const options = {
    // Otherwise Vue compiles five or more static siblings with attributes to one string of HTML, whose elements
    // have no reference to their component.
    hoistStatic: false,
    ...compilerOptions,
    nodeTransforms: [
      ...(compilerOptions.nodeTransforms ?? []),
      ((node, context) => markNode?.(node, context)) satisfies VueTransform,
    ],
  };
  api.options = { ...api.options, template: { ...template, compilerOptions: options } };
  return load;
}
