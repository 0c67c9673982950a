import { readFileSync } from 'node:fs';

import type {
  AttributeNode,
  CompilerOptions,
  ElementNode,
  NodeTransform,
  RootNode,
  TemplateChildNode,
} from '@vue/compiler-dom';
import type { ConfigEnv, Plugin } from 'vite';

import type { Project } from '../project.ts';

import { createPositions, sourceAttribute, sourceValue, type TextPosition } from './position.ts';

/** Marks the elements of Vue templates while Vue compiles them, so that no source is rewritten and no line moves. */
export function vueAttributes(active: (env: ConfigEnv) => boolean, project: () => Project | null): Plugin {
  return {
    name: 'annotate:vue-source',
    apply: (_, env) => active(env),
    async configResolved({ plugins }) {
      const vue = plugins.find(({ name }) => name === 'vite:vue');
      // Loaded for projects with Vue only.
      if (isVueApi(vue?.api)) addTransform(vue.api, vueTransform(project, await import('@vue/compiler-dom')));
    },
  };
}

/** The part of @vitejs/plugin-vue's `api` that is needed here. */
interface VueApi {
  options: { template?: { compilerOptions?: CompilerOptions } };
}

function isVueApi(api: unknown): api is VueApi {
  return typeof api === 'object' && api !== null && 'options' in api && typeof api.options === 'object';
}

// A server that restarts with the same plugin objects brings the same options again.
const extended = new WeakSet<VueApi>();

function addTransform(api: VueApi, transform: NodeTransform): void {
  if (extended.has(api)) return;
  extended.add(api);
  const { template = {} } = api.options;
  const { compilerOptions = {} } = template;
  api.options = {
    ...api.options,
    template: {
      ...template,
      compilerOptions: {
        // Otherwise Vue turns five static siblings with attributes into one string of HTML, whose elements do not know
        // their component.
        hoistStatic: false,
        ...compilerOptions,
        nodeTransforms: [...(compilerOptions.nodeTransforms ?? []), transform],
      },
    },
  };
}

type Kinds = Pick<typeof import('@vue/compiler-dom'), 'NodeTypes' | 'ElementTypes'>;

function vueTransform(project: () => Project | null, kinds: Kinds): NodeTransform {
  const files = new WeakMap<RootNode, TemplateFile | null>();
  return (node, context) => {
    if (!isPlainElement(node, kinds)) return;
    const { root, filename } = context;
    if (!files.has(root)) files.set(root, templateFile(root, filename, project()));
    const file = files.get(root) ?? null;
    if (file === null || isMarked(node)) return;
    node.props.push(attribute(sourceValue(file.path, file.positionAt(node.loc.start.offset)), node, kinds));
  };
}

// Not a component, a slot or a <template>.
function isPlainElement(
  node: RootNode | TemplateChildNode,
  { NodeTypes, ElementTypes }: Kinds,
): node is ElementNode {
  return node.type === NodeTypes.ELEMENT && node.tagType === ElementTypes.ELEMENT;
}

function isMarked({ props }: ElementNode): boolean {
  return props.some(({ name }) => name === sourceAttribute);
}

interface TemplateFile {
  readonly path: string;
  readonly positionAt: (offset: number) => TextPosition;
}

/**
 * Where the compiled template is in its file. Vue compiles with the offsets of the whole component, or of the block
 * alone in older versions; `null` for what has been through a preprocessor or comes from another file.
 */
function templateFile(root: RootNode, filename: string, project: Project | null): TemplateFile | null {
  const path = project?.pathOf(filename) ?? null;
  const text = path === null ? null : readText(filename);
  if (path === null || text === null) return null;
  const shift = text.indexOf(root.source);
  if (root.source === '' || shift === -1) return null;
  const positionAt = createPositions(text);
  return { path, positionAt: (offset) => positionAt(offset + shift) };
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // A component that a plugin made up has no lines to point at.
    return null;
  }
}

function attribute(value: string, { loc }: ElementNode, { NodeTypes }: Kinds): AttributeNode {
  return {
    type: NodeTypes.ATTRIBUTE,
    name: sourceAttribute,
    nameLoc: loc,
    value: { type: NodeTypes.TEXT, content: value, loc },
    loc,
  };
}
