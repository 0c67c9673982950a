/**
 * Any framework, and none: custom elements are the components, and lines come from the attribute that the dev server
 * puts on what it serves.
 */
import { findInManifest, type SourceLocation } from '@annotate-mcp/core';

import { isDefinedElement, outwards, stepsOut } from './dom-tree.ts';
import { guarded, plainName, read, readString } from './foreign.ts';
import type { ComponentSummary, InspectContext, Inspector } from './inspector.ts';
import { printInputs } from './print-value.ts';
import { sourceAt, sourceWithin } from './source-attribute.ts';
import { unresolved } from './summaries.ts';

export const attribute: Inspector = {
  name: 'attribute',
  keepsNearest: true,

  ancestry: (element) => {
    const found: ComponentSummary[] = [];
    let hostUp = 0;
    for (const at of outwards(element)) {
      if (isDefinedElement(at)) found.push({ name: classOf(at), selector: at.localName, hostUp });
      hostUp++;
    }
    return found;
  },

  /** Also works where there is no component. */
  locate: (element, context) => Promise.resolve(sourceAt(element, context)),

  files: (element, context) =>
    Promise.resolve(
      attribute.ancestry(element).map(({ name, selector, hostUp }) => {
        const listed = findInManifest(context.manifest, name, selector);
        // Without its tag it is only a class of the same name, maybe a library's.
        if (listed?.selector === selector) return listed.component;
        return firstInside(stepsOut(element, hostUp), context)?.file ?? null;
      }),
    ),

  usedAt: (element, depth, context) => {
    const summary = attribute.ancestry(element)[depth];
    return Promise.resolve(
      summary === undefined ? null : sourceAt(stepsOut(element, summary.hostUp), context),
    );
  },

  describe: async (element, depth, context) => {
    const ancestry = attribute.ancestry(element);
    const summary = ancestry[depth];
    if (summary === undefined) throw new RangeError('There is no such component here.');
    const host = stepsOut(element, summary.hostUp);
    const files = await attribute.files(element, context);
    const componentLocation = firstInside(host, context);
    return {
      componentName: summary.name,
      selector: summary.selector,
      componentFilePath: files[depth] ?? unresolved(summary.name),
      ...(componentLocation !== null && { componentLocation }),
      inputs: printInputs(inputsOf(host)),
    };
  },
};

function classOf(element: Element): string {
  const name = readString(element.constructor, 'name');
  return name === null ? element.localName : plainName(name);
}

/** Only the contents of its shadow root are the element's own template. */
function firstInside(host: Element, context: InspectContext): SourceLocation | null {
  return host.shadowRoot === null ? null : sourceWithin(host.shadowRoot, context);
}

/** The attributes, overridden by the reactive properties that Lit declares. */
function inputsOf(host: Element): object {
  const inputs: Record<string, unknown> = {};
  for (const { name, value } of host.attributes) {
    if (!/^(class|style|id|slot|data-annotate-(?:source|component))$/.test(name)) inputs[name] = value;
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
