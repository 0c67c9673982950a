/** Angular 21 and later in development: what its debugging functions, its compiler and the manifest say. */
import type { SourceLocation } from '@annotate-mcp/core';

import { filesOf } from './angular-files.ts';
import { type Host, hostsAround } from './angular-hosts.ts';
import { inputsOf } from './angular-inputs.ts';
import type { InspectContext, Inspector } from './inspector.ts';
import { printInputs } from './print-value.ts';
import { markedAround, markedAt, markedWithin } from './source-attribute.ts';
import { treePath, unresolved } from './summaries.ts';

export const angular: Inspector = {
  name: 'angular',

  ancestry: (element) => hostsAround(element).map(({ summary }) => summary),

  locate: (element, depth, context) => {
    const host = hostsAround(element)[depth];
    if (host === undefined) return Promise.resolve(null);
    return Promise.resolve(depth === 0 ? clicked(element, host, context) : rootOf(host, context));
  },

  describe: async (element, depth, context) => {
    const hosts = hostsAround(element);
    const host = hosts[depth];
    if (host === undefined) throw new RangeError('There is no such component here.');
    const { name, selector } = host.summary;
    const { component = unresolved(name), template } = filesOf(host, context);
    const templateFilePath = template ?? templateOf(host, component, context);
    const sourceLocation = await angular.locate(element, depth, context);
    return {
      componentName: name,
      selector,
      componentFilePath: component,
      ...(templateFilePath !== null && { templateFilePath }),
      ...(sourceLocation !== null && { sourceLocation }),
      inputs: printInputs(inputsOf(host)),
      componentTreePath: treePath(
        hosts.map(({ summary }) => summary),
        depth,
      ),
    };
  },
};

/**
 * What no template made has no place: then it is that of the nearest element around it, inside of the same component.
 * The host of a component that code or the router created is none either; its template is what can be pointed at.
 */
function clicked(element: Element, host: Host, context: InspectContext): SourceLocation | null {
  return markedAround(element, context, host.root) ?? firstOwn(host, context);
}

function rootOf(host: Host, context: InspectContext): SourceLocation | null {
  return firstOwn(host, context) ?? markedAt(host.root, context);
}

/** Where nothing else names it, the elements of a template do. One inside of its class is no file of its own. */
function templateOf(host: Host, component: string, context: InspectContext): string | null {
  const file = firstOwn(host, context)?.file ?? component;
  return file === component ? null : file;
}

/**
 * The first element that the component's own template made. Inside of its host there is also what others project into
 * it, or let it show through an outlet. Angular names the component for the one and not for the other, so the context
 * of the view or the file has to agree.
 */
function firstOwn(host: Host, context: InspectContext): SourceLocation | null {
  const { instance, root, debug } = host;
  const { component, template } = filesOf(host, context);
  const isOwn = (place: SourceLocation, element: Element): boolean =>
    debug.ask('getOwningComponent', element) === instance &&
    (debug.ask('getContext', element) === instance || [component, template].includes(place.file));
  const atRoot = markedAt(root, context);
  if (atRoot !== null && isOwn(atRoot, root)) return atRoot;
  return markedWithin(root.shadowRoot ?? root, context, isOwn);
}
