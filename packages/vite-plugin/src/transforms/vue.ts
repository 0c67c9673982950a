import type { ConfigEnv, Plugin } from 'vite';

import { type Edge, loadTransform, type Project } from '@annotate-mcp/unplugin';

import { isIncluded, type ModuleFilter } from './module-filter.ts';

type VueTransforms = Awaited<ReturnType<typeof loadTransform.vue>>;
type VueTransform = Awaited<ReturnType<VueTransforms['createVueTransform']>>;

const filter: ModuleFilter = { id: { include: /\.vue(?:\?|$)/, exclude: /^\0/ } };

/** Adds source attributes while Vue compiles templates, so that the source and its line numbers do not change. */
export function vueAttributes(
  active: (env: ConfigEnv) => boolean,
  project: () => Project | null,
  edge: Edge,
): Plugin[] {
  const moved = new Set<string>();
  return [markTemplates(active, project, { moved, edge }), renderMoved(active, moved)];
}

/** Keeps the state of a component of which only the lines have changed: its module says that it is to be rendered again. */
function renderMoved(active: (env: ConfigEnv) => boolean, moved: Set<string>): Plugin {
  return {
    name: 'annotate:vue-moved',
    apply: (_, env) => active(env),
    enforce: 'post',
    transform(code, id, options) {
      if (options?.ssr === true || !moved.delete(id) || code.includes('_rerender_only =')) return;
      return { code: `${code}\nexport const _rerender_only = true;\n`, map: null };
    },
  };
}

function markTemplates(
  active: (env: ConfigEnv) => boolean,
  project: () => Project | null,
  { moved, edge }: { moved: Set<string>; edge: Edge },
): Plugin {
  // Nuxt uses the same plugin object in a server for the browser and another for pages, each with a plugin of Vue.
  const loads = new Set<LoadMarks>();
  const outlines = new Map<string, string>();
  return {
    name: 'annotate:vue-source',
    apply: (_, env) => active(env),
    enforce: 'pre',
    configResolved({ plugins }) {
      const vue = plugins.find(({ name }) => name === 'vite:vue');
      if (isVueApi(vue?.api)) loads.add(addTransform(vue.api, project, edge));
    },
    transform: {
      order: 'pre',
      filter,
      /** Loads what marks templates before Vue compiles the first one, and not while the dev server starts. */
      async handler(code, id) {
        if (!isIncluded(filter, id, code)) return;
        if (!id.includes('?')) outlines.set(id, outlineOf(code));
        await Promise.all([...loads].map((load) => load()));
      },
    },
    handleHotUpdate: {
      order: 'post',
      /**
       * Vue updates nothing when only lines between the blocks came or went, but the template has moved with them. The
       * component is rendered again and keeps its state, because none of its blocks has changed.
       */
      async handler({ file, modules, read, server }) {
        const before = outlines.get(file);
        if (before === undefined) return;
        const outline = outlineOf(await read());
        if (outline === before || blocksOf(outline) !== blocksOf(before)) return;
        const own = [...(server.moduleGraph.getModulesByFile(file) ?? [])].filter(
          ({ url }) => !url.includes('?'),
        );
        for (const { id } of own) if (id !== null) moved.add(id);
        return [...new Set([...modules, ...own])];
      },
    },
  };
}

/** The blocks of a component, each after the number of its first line. */
function outlineOf(code: string): string {
  const blocks = code.matchAll(/^<(?<name>[a-z][\w-]*)\b[^]*?^<\/\k<name>\s*>/gm);
  return [...blocks]
    .map((block) => `${code.slice(0, block.index).split('\n').length}\n${block[0]}`)
    .join('\n\0');
}

function blocksOf(outline: string): string {
  return outline.replace(/(^|\0)\d+\n/g, '$1');
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
function addTransform(api: VueApi, project: () => Project | null, edge: Edge): LoadMarks {
  const known = extended.get(api);
  if (known !== undefined) return known;
  let markNode: VueTransform | undefined;
  let loading: Promise<void> | undefined;
  const load = () =>
    (loading ??= loadTransform.vue().then(async ({ createVueTransform }) => {
      markNode = edge.guard('vueLines', await createVueTransform(project), () => undefined);
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
