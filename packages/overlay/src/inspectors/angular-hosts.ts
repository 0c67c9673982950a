/** The components around an element, as Angular's debugging functions tell them. */
import { type AngularDebug, debugOf } from './angular-debug.ts';
import { nameOf, selectorOf } from './angular-definition.ts';
import { isElementLike, outwards } from './dom-tree.ts';
import { isObject } from './foreign.ts';
import type { ComponentSummary } from './inspector.ts';

export interface Host {
  readonly instance: object;
  /** Its host, or the outermost element of it around the asked one where that was moved away from the host. */
  readonly root: Element;
  readonly summary: ComponentSummary;
  readonly debug: AngularDebug;
}

export function hostsAround(element: Element): Host[] {
  const debug = debugOf(element);
  if (debug === null) return [];
  const found = new Map<object, Host>();
  const add = (instance: object, host: Element, root: Element, hostUp: number): void => {
    if (found.has(instance)) return;
    const summary = { name: nameOf(instance), selector: selectorOf(instance, host), hostUp };
    found.set(instance, { instance, root, summary, debug });
  };

  let hostUp = 0;
  let outermost = { element, hostUp };
  for (const at of outwards(element)) {
    // Answers for hosts only, which is what is wanted: `getOwningComponent` of a host is its parent.
    const instance = debug.ask('getComponent', at);
    if (isObject(instance)) {
      add(instance, at, at, hostUp);
      outermost = { element: at, hostUp };
    }
    hostUp++;
  }
  for (const { instance, host, root, up } of aroundMoved(outermost.element, debug)) {
    add(instance, host, root, outermost.hostUp + up);
  }
  return [...found.values()];
}

interface Around {
  readonly instance: object;
  readonly host: Element;
  readonly root: Element;
  readonly up: number;
}

/**
 * Dialogs and menus are often moved to the end of the body, out of their component's host. Angular still knows whose
 * template they are in, and the components around that one are around them too.
 */
function* aroundMoved(from: Element, debug: AngularDebug): Generator<Around> {
  const moved = outermostOwned(from, debug);
  const seen = new Set<object>();
  for (let at = moved; at !== null && moved !== null && !seen.has(at.owner);) {
    seen.add(at.owner);
    const host: unknown = debug.ask('getHostElement', at.owner);
    if (!isElementLike(host)) return;
    let last = host;
    for (const out of outwards(host)) {
      const instance = debug.ask('getComponent', out);
      if (!isObject(instance)) continue;
      yield { instance, host: out, root: moved.element, up: moved.up };
      last = out;
    }
    at = outermostOwned(last, debug);
  }
}

function outermostOwned(
  from: Element,
  debug: AngularDebug,
): { owner: object; element: Element; up: number } | null {
  let found = null;
  let up = 0;
  for (const at of outwards(from)) {
    const owner = debug.ask('getOwningComponent', at);
    if (isObject(owner)) found = { owner, element: at, up };
    up++;
  }
  return found;
}
