/** Angular 20 and later in development: what its debugging functions, its compiler and the manifest say. */
import type { SourceLocation } from '@annotate-mcp/core';

import { filesOf } from './angular-files.ts';
import { type Host, hostsAround } from './angular-hosts.ts';
import { inputsOf } from './angular-inputs.ts';
import type { InspectContext, Inspector } from './inspector.ts';
import { printInputs } from './print-value.ts';
import { sourceAt, sourceWithin } from './source-attribute.ts';
import { unresolved } from './summaries.ts';

export const angular: Inspector = {
  name: 'angular',
  keepsNearest: true,

  ancestry: (element) => hostsAround(element).map(({ summary }) => summary),

  locate: (element, context) => Promise.resolve(sourceAt(element, context)),

  files: (element, context) =>
    Promise.resolve(hostsAround(element).map((host) => filesOf(host, context).component ?? null)),

  usedAt: (element, depth, context) => {
    const host = hostsAround(element)[depth];
    return Promise.resolve(host === undefined ? null : sourceAt(host.root, context));
  },

  describe: (element, depth, context) => {
    const host = hostsAround(element)[depth];
    if (host === undefined) throw new RangeError('There is no such component here.');
    const { name, selector } = host.summary;
    const { component = unresolved(name), template } = filesOf(host, context);
    const templateFilePath = template ?? templateOf(host, component, context);
    const componentLocation = firstOwn(host, context);
    return Promise.resolve({
      componentName: name,
      selector,
      componentFilePath: component,
      ...(templateFilePath !== null && { templateFilePath }),
      ...(componentLocation !== null && { componentLocation }),
      inputs: printInputs(inputsOf(host)),
    });
  },
};

/** The template file according to its elements. An inline template is not a file of its own. */
function templateOf(host: Host, component: string, context: InspectContext): string | null {
  const file = firstOwn(host, context)?.file ?? component;
  return file === component ? null : file;
}

/**
 * The first element of the component's own template. Its host also contains elements that others project into
 * it or render through an outlet. Angular reports the component only for some of them, so the context
 * of the view or the file has to agree.
 */
function firstOwn(host: Host, context: InspectContext): SourceLocation | null {
  const { instance, root, debug } = host;
  const { component, template } = filesOf(host, context);
  const isOwn = (location: SourceLocation, element: Element): boolean =>
    debug.ask('getOwningComponent', element) === instance &&
    (debug.ask('getContext', element) === instance || [component, template].includes(location.file));
  const atRoot = sourceAt(root, context);
  if (atRoot !== null && isOwn(atRoot, root)) return atRoot;
  return sourceWithin(root.shadowRoot ?? root, context, isOwn);
}
