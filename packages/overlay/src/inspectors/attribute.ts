/**
 * Any framework, and none: custom elements are the components, and lines come from the attribute that the dev server
 * puts on what it serves.
 */
import { findInManifest, type SourceLocation } from '@annotate-mcp/core';

import { isDefinedElement, outwards, stepsOut } from './dom-tree.ts';
import { guarded, plainName, read, readString } from './foreign.ts';
import type { ComponentSummary, InspectContext, Inspector } from './inspector.ts';
import { printInputs } from './print-value.ts';
import { markedAround, markedAt, markedWithin } from './source-attribute.ts';
import { treePath, unresolved } from './summaries.ts';

export const attribute: Inspector = {
  name: 'attribute',

  ancestry: (element) => {
    const found: ComponentSummary[] = [];
    let hostUp = 0;
    for (const at of outwards(element)) {
      if (isDefinedElement(at)) found.push({ name: classOf(at), selector: at.localName, hostUp });
      hostUp++;
    }
    return found;
  },

  /** Also answers where there is no component: that is all such a page can tell. */
  locate: (element, depth, context) => {
    const summary = attribute.ancestry(element)[depth];
    if (depth === 0 || summary === undefined) return Promise.resolve(markedAround(element, context));
    const host = stepsOut(element, summary.hostUp);
    return Promise.resolve(firstInside(host, context) ?? markedAt(host, context));
  },

  describe: async (element, depth, context) => {
    const ancestry = attribute.ancestry(element);
    const summary = ancestry[depth];
    if (summary === undefined) throw new RangeError('There is no such component here.');
    const host = stepsOut(element, summary.hostUp);
    const listed = findInManifest(context.manifest, summary.name, summary.selector)?.component;
    const sourceLocation = await attribute.locate(element, depth, context);
    return {
      componentName: summary.name,
      selector: summary.selector,
      componentFilePath: listed ?? firstInside(host, context)?.file ?? unresolved(summary.name),
      ...(sourceLocation !== null && { sourceLocation }),
      inputs: printInputs(inputsOf(host)),
      componentTreePath: treePath(ancestry, depth),
    };
  },
};

function classOf(element: Element): string {
  const name = readString(element.constructor, 'name');
  return name === null ? element.localName : plainName(name);
}

/** Only what is in its shadow root did the element write itself. */
function firstInside(host: Element, context: InspectContext): SourceLocation | null {
  return host.shadowRoot === null ? null : markedWithin(host.shadowRoot, context);
}

/** Attributes, and over them the reactive properties that Lit knows of. */
function inputsOf(host: Element): object {
  const inputs: Record<string, unknown> = {};
  for (const { name, value } of host.attributes) {
    if (!/^(class|style|id|slot|data-annotate-source)$/.test(name)) inputs[name] = value;
  }
  const properties = guarded(() => read(host.constructor, 'elementProperties'), undefined);
  const names: unknown[] = properties instanceof Map ? [...properties.keys()] : [];
  for (const name of names) {
    if (typeof name !== 'string') continue;
    const value = guarded(() => read(host, name), '[throws when read]');
    if (value !== undefined || !(name in inputs)) inputs[name] = value;
  }
  return inputs;
}
