/** States of the overlay, the actions that lead to them, and what they show. */
import type { Annotation } from '@annotate-mcp/core';

import type { Action } from '../actions.ts';
import { initialState, reduce } from '../reducer.ts';
import type { Hover, OverlayState, Picked } from '../state.ts';

export const url = 'http://localhost:5173/cart';
export const start = initialState({ hub: '/__annotate', appId: '.' }, url);
export const card = pickedAt('main > card:nth-of-type(1)');
export const otherCard = pickedAt('main > card:nth-of-type(2)');

/** Opens the composer for it. */
export function openFor(what: Picked): Action {
  return { type: 'compose:open', target: { kind: 'picked', picked: [what] } };
}

/** The state after all actions. */
export function run(state: OverlayState, actions: readonly Action[]): OverlayState {
  return actions.reduce(reduce, state);
}

/** The name of the mode after each action. */
export function modes(state: OverlayState, actions: readonly Action[]): string[] {
  return actions.map((_, n) => run(state, actions.slice(0, n + 1)).mode.name);
}

/** What the open composer says. */
export function textOf({ mode }: OverlayState): string | null {
  return mode.name === 'annotate' ? mode.compose.text : null;
}

/** What the pointer is on. */
export function hoverIn({ mode }: OverlayState): Hover | null {
  return 'hover' in mode ? mode.hover : null;
}

/** The first state, with these annotations. */
export function withAnnotations(...annotations: Annotation[]): OverlayState {
  return { ...start, annotations: new Map(annotations.map((one) => [one.id, one])) };
}

/** Identity is all that the reducer asks of an element. */
function element(): Element {
  return {} as Element;
}

/** The pointer on an element inside of so many components. */
export function hoverOver(over: Element, components: number): Hover {
  const ancestry = Array.from({ length: components }, (_, n) => ({
    name: `C${n}`,
    selector: `c-${n}`,
    hostUp: n,
  }));
  return { element: over, ancestry, component: null, located: null };
}

/** A card that was picked, told apart by its path. */
export function pickedAt(domPath: string): Picked {
  const target = {
    kind: 'component',
    componentName: 'Card',
    selector: 'Card',
    componentFilePath: 'src/card.tsx',
    inputs: {},
    domSnapshot: '',
    componentTreePath: [],
    domPath,
  } as const;
  return { element: element(), target: { ...target, componentTreePath: [] } };
}
