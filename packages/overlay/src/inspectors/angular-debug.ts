/** The functions that Angular publishes as `ng` in development. Not all of them are there in every version. */
import { guarded, isObject, read } from './foreign.ts';

export interface AngularDebug {
  /** `undefined` when Angular has no such function or does not know what it was asked about. */
  readonly ask: (
    name: 'getComponent' | 'getContext' | 'getDirectiveMetadata' | 'getHostElement' | 'getOwningComponent',
    about: object,
  ) => unknown;
}

/** A frame has an Angular of its own, if it has one; the page's knows what it renders into the frame. */
export function debugOf(element: Element): AngularDebug | null {
  const view = guarded(() => element.ownerDocument.defaultView, null);
  const ng = [view, globalThis]
    .map((world) => guarded(() => read(world, 'ng'), undefined))
    .find((each) => isObject(each) && typeof read(each, 'getComponent') === 'function');
  if (ng === undefined) return null;
  return {
    ask: (name, about) =>
      guarded(() => {
        const call = read(ng, name);
        return typeof call === 'function' ? (Reflect.apply(call, ng, [about]) as unknown) : undefined;
      }, undefined),
  };
}
