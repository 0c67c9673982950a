/** Preact 10 and 11 in development. Lines come from the dev server's attribute, those of components from `__source`. */
import { fromDebugSource } from './debug-source.ts';
import { read } from './foreign.ts';
import type { Inspector } from './inspector.ts';
import {
  describeNoted,
  encloses,
  filesOf,
  type NotedComponents,
  summarize,
  usedAt,
} from './noted-component.ts';
import { marksAround } from './preact-tree.ts';
import { sourceAt } from './source-attribute.ts';
import { markedTag } from './tag-marks.ts';

const components: NotedComponents<object> = {
  marksAround,
  typeOf: (instance) => read(read(instance, '__v'), 'type') ?? read(instance, 'constructor'),
  propsOf: (instance) => read(instance, 'props'),
  usedAt: (instance, context) =>
    markedTag(read(instance, 'props'), context) ??
    fromDebugSource(read(read(instance, '__v'), '__source'), context),
};

export const preact: Inspector = {
  name: 'preact',
  ancestry: (element) => summarize(element, components),
  locate: (element, context) => Promise.resolve(sourceAt(element, context)),
  files: (element) => Promise.resolve(filesOf(element, components)),
  usedAt: (element, depth, context) => Promise.resolve(usedAt(element, depth, components, context)),
  encloses: (element, depth, location) => encloses(element, depth, components, location),
  describe: async (element, depth, context) => describeNoted(element, depth, components, context),
};
