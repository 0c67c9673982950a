/** The annotations of a page with their elements, as far as these were found. */
import type { Annotation } from '@annotate-mcp/core';

import {
  type ElementReference,
  elementReferenceOf,
  findElement,
  findInList,
  rememberElement,
  type RememberedElement,
  rootsAlong,
  textOf,
} from './find-element.ts';
import type { PageWatch } from './page-watch.ts';

interface TrackedElement {
  readonly id: string;
  readonly reference: ElementReference;
  element: WeakRef<Element> | null;
}

/** `watch` returns the watch that gets each found element, or `null` while nothing is watched. */
export function createTrackedElements(document: Document, watch: () => PageWatch | null) {
  const elements = new Map<string, WeakRef<Element>>();
  const remembered = new Map<string, RememberedElement>();
  let tracked: readonly TrackedElement[] = [];

  const assign = (target: TrackedElement, element: Element) => {
    target.element = new WeakRef(element);
    elements.set(target.id, target.element);
    remembered.set(target.id, rememberElement(element));
    watch()?.element(element);
  };
  const find = (target: TrackedElement) => {
    for (const root of rootsAlong(target.reference.path, document)) if (root !== null) watch()?.root(root);
    const element = findElement(target.reference, document);
    if (element !== null) assign(target, element);
    return element;
  };
  /** A list may show another item in the element of this one. */
  const checkItem = (target: TrackedElement, element: Element) => {
    const before = remembered.get(target.id);
    if (before?.text === textOf(element)) return;
    const now = before === undefined ? element : findInList(target.reference, before, element);
    if (now !== null) {
      assign(target, now);
      return;
    }
    target.element = null;
    elements.delete(target.id);
  };

  return {
    all: () => tracked,
    find,
    missing: () => tracked.filter((target) => connectedElement(target) === null),
    isInside: (element: Element) => tracked.some((target) => element.contains(connectedElement(target))),
    elementOf(id: string): Element | null {
      const target = tracked.find((other) => other.id === id);
      return target === undefined ? null : connectedElement(target);
    },
    /** Searches the element again if it is gone or shows something else. */
    check(target: TrackedElement) {
      const element = connectedElement(target);
      if (element === null) find(target);
      else checkItem(target, element);
    },
    /** Returns how many annotations have an element to track. */
    replace(annotations: readonly Annotation[]): number {
      const paths = new Map(tracked.map((target) => [target.id, target.reference.path]));
      tracked = toTracked(annotations, paths, elements);
      return tracked.length;
    },
    watchAll() {
      for (const target of tracked) {
        const element = connectedElement(target);
        if (element !== null) watch()?.element(element);
        if (element !== null && !remembered.has(target.id))
          remembered.set(target.id, rememberElement(element));
      }
    },
    /** `true` when the annotation is tracked already. */
    remember(id: string, element: Element): boolean {
      elements.set(id, new WeakRef(element));
      const target = tracked.find((other) => other.id === id);
      if (target !== undefined) assign(target, element);
      return target !== undefined;
    },
    /** Calls `visit` with each found element. Returns `false` when one of them is gone. */
    visit(visit: (id: string, element: Element) => void): boolean {
      const found = tracked.filter((target) => target.element !== null);
      for (const target of found) {
        // After a re-render the new element is searched at once, not at the next idle time.
        const element = connectedElement(target) ?? find(target);
        if (element === null) target.element = null;
        else visit(target.id, element);
      }
      return found.every((target) => target.element !== null);
    },
  };
}

function toTracked(
  annotations: readonly Annotation[],
  pathsBefore: ReadonlyMap<string, string>,
  elements: Map<string, WeakRef<Element>>,
): TrackedElement[] {
  return annotations.flatMap((annotation) => {
    const { id } = annotation;
    const reference = elementReferenceOf(annotation);
    // The annotation was re-linked, here or in another tab: its remembered element is no longer its target.
    if ((pathsBefore.get(id) ?? reference?.path) !== reference?.path) elements.delete(id);
    return reference === null ? [] : [{ id, reference, element: elements.get(id) ?? null }];
  });
}

function connectedElement(target: TrackedElement): Element | null {
  const element = target.element?.deref();
  return element?.isConnected === true ? element : null;
}
