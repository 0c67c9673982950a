/** What Preact and Solid have in common: both know the function of a component, and the dev server noted where it is. */
import type { SourceLocation } from '@annotate-mcp/core';

import { declarationOf, isInNoted, noteOf } from './component-notes.ts';
import { plainName, readString } from './foreign.ts';
import { type Hosted, hostsAround, type Marks } from './hosts.ts';
import type { ComponentDetails, ComponentSummary, InspectContext } from './inspector.ts';
import { printInputs } from './print-value.ts';
import { unresolved } from './summaries.ts';

export interface NotedComponents<Component extends object> {
  /** For the elements around this one. */
  readonly marksAround: (element: Element) => Marks<Component>;
  /** The function or class that the app wrote. */
  readonly typeOf: (component: Component) => unknown;
  readonly propsOf: (component: Component) => unknown;
  readonly usedAt: (component: Component, context: InspectContext) => SourceLocation | null;
}

export function summarize<Component extends object>(
  element: Element,
  framework: NotedComponents<Component>,
): ComponentSummary[] {
  return hosted(element, framework).map(({ component, hostUp }) => {
    const name = nameOf(framework.typeOf(component));
    return { name, selector: name, hostUp };
  });
}

/** The name alone is no proof: a library may have a component of the same name. */
export function filesOf<Component extends object>(
  element: Element,
  framework: NotedComponents<Component>,
): (string | null)[] {
  return hosted(element, framework).map(({ component }) => noteOf(framework.typeOf(component))?.file ?? null);
}

export function usedAt<Component extends object>(
  element: Element,
  depth: number,
  framework: NotedComponents<Component>,
  context: InspectContext,
): SourceLocation | null {
  const component = hosted(element, framework)[depth]?.component;
  return component === undefined ? null : framework.usedAt(component, context);
}

export function encloses<Component extends object>(
  element: Element,
  depth: number,
  framework: NotedComponents<Component>,
  location: SourceLocation,
): boolean | null {
  const component = hosted(element, framework)[depth]?.component;
  return component === undefined ? null : isInNoted(noteOf(framework.typeOf(component)), location);
}

export function describeNoted<Component extends object>(
  element: Element,
  depth: number,
  framework: NotedComponents<Component>,
  context: InspectContext,
): ComponentDetails {
  const component = hosted(element, framework)[depth]?.component;
  if (component === undefined) throw new RangeError('There is no such component here.');
  const type = framework.typeOf(component);
  const note = noteOf(type);
  const name = nameOf(type);
  const componentLocation = declarationOf(note, context);
  return {
    componentName: name,
    selector: name,
    componentFilePath: note?.file ?? unresolved(name),
    ...(componentLocation !== null && { componentLocation }),
    inputs: printInputs(framework.propsOf(component)),
  };
}

function hosted<Component extends object>(
  element: Element,
  { marksAround }: NotedComponents<Component>,
): Hosted<Component>[] {
  return hostsAround(element, marksAround(element));
}

/** What hot updates put before the name: `[solid-refresh]Card`. */
const hotUpdatePrefix = /^\[solid-refresh\]/;

function nameOf(type: unknown): string {
  const name = noteOf(type)?.name ?? readString(type, 'displayName') ?? readString(type, 'name') ?? 'unknown';
  return plainName(name.replace(hotUpdatePrefix, ''));
}
