/** The functions that Angular publishes as `ng` in development. Not all of them are there in every version. */
import { guarded, isObject, read } from './foreign.ts';

export interface AngularDebug {
  /** `undefined` when Angular has no such function or does not know what it was asked about. */
  readonly ask: (
    name: 'getComponent' | 'getContext' | 'getDirectiveMetadata' | 'getHostElement' | 'getOwningComponent',
    about: object,
  ) => unknown;
}

/** Uses the Angular of the element's frame, or the page's Angular, which may render into the frame. */
export function debugOf(element: Element): AngularDebug | null {
  const pageWindow = guarded(() => element.ownerDocument.defaultView, null);
  const ng = [pageWindow, globalThis]
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
