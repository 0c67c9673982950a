/** Words for what an annotation is about and where that is. */
import {
  type Annotation,
  type ComponentTarget,
  type ElementAnnotation,
  nameElement,
  placeToEdit,
} from '@annotate-mcp/core';

import { fileLine } from './words.ts';

/** A short name of the target: `heading "Special offer"`, `CardComponent`, `This page`. */
export function titleOf(annotation: Annotation): string {
  switch (annotation.kind) {
    case 'component':
      if (annotation.targets?.length) return `${annotation.targets.length + 1} elements`;
      return nameOfTarget(annotation);
    case 'element':
      return nameOfElement(annotation) || annotation.selector;
    case 'text':
      return `“${annotation.anchor.quote}”`;
    case 'page':
      return annotation.pageTitle || 'This page';
    case 'markdown':
      return annotation.path;
  }
}

/** The picked element in words, or the component that was picked as a whole. */
export function nameOfTarget({ componentName, element }: ComponentTarget): string {
  return element === undefined ? componentName : nameElement(element);
}

/** In the same words as inside of a component; annotations of other programs have only a description. */
export function nameOfElement({
  element,
  description,
}: Pick<ElementAnnotation, 'element' | 'description'>): string {
  return element === undefined ? description : nameElement(element);
}

/** Names of the project's components around the target, root first; a library's own component is left out. */
export function treeOf({ componentTreePath, componentName, componentFilePath }: ComponentTarget): string[] {
  const isLibrarys = componentTreePath.length > 0 && knownPath(componentFilePath) === null;
  return isLibrarys ? componentTreePath : [...componentTreePath, componentName];
}

/** `src/app/card.html:12`, or the file alone; `null` where nothing is known. */
export function sourceOf(annotation: Annotation): string | null {
  if (annotation.kind === 'markdown') return `${annotation.path}:${annotation.anchor.line_start}`;
  if (annotation.kind === 'page') return null;
  const place = placeToEdit(annotation);
  if (place) return fileLine(place);
  return annotation.kind === 'component' ? knownPath(annotation.componentFilePath) : null;
}

export interface OtherPlace {
  /** `src/ui/button.tsx:50` */
  readonly path: string;
  readonly about: 'written in' | 'used in';
}

/**
 * Beside the place to edit: where a part of a kit is written, and where the component is used whose root element was picked;
 * `null` where there is only one place.
 */
export function otherPlaceOf({ uses, usedAt, sourceLocation, element }: ComponentTarget): OtherPlace | null {
  if (sourceLocation === undefined) return null;
  if (uses !== undefined) return { path: fileLine(sourceLocation), about: 'written in' };
  // HTML of its own has only an element inside of the component's.
  const isRoot = element?.html === undefined;
  return isRoot && usedAt !== undefined ? { path: fileLine(usedAt), about: 'used in' } : null;
}

/** `null` for the text that stands for an unknown file. */
export function knownPath(path: string): string | null {
  return path.startsWith('(unresolved') ? null : path;
}

/** Path and query of an address; other texts are unchanged. */
export function shortUrl(url: string): string {
  return url.replace(/^\w+:\/\/[^/]+/, '') || '/';
}
