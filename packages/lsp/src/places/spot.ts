/** Where in the project's files an annotation belongs, before any file is read. */
import {
  type Annotation,
  type ComponentTarget,
  type MarkdownAnchor,
  placeToEdit,
  type SourceLocation,
} from '@annotate-mcp/core';

/** One place of an annotation in a file. An annotation of several components has several. */
export interface Spot {
  /** The same for the same target of the same annotation. */
  key: string;
  annotationId: string;
  /** Relative to the project's root, `/` separators. */
  file: string;
  place: SpotPlace;
  related: readonly RelatedPlace[];
}

export type SpotPlace =
  /** 1-based. `quote` is text that the person selected, which may be found in the file itself. */
  | { type: 'line'; line: number; column: number; quote?: string }
  | { type: 'passage'; anchor: MarkdownAnchor };

/** Another place that is of use to the reader, such as where the component begins. */
interface RelatedPlace {
  location: SourceLocation;
  message: string;
}

/** None for a page note, and for elements whose source is not known. */
export function spotsOf(annotation: Annotation): Spot[] {
  const { id } = annotation;
  switch (annotation.kind) {
    case 'component':
      return [annotation, ...(annotation.targets ?? [])].flatMap((target, index) =>
        spotOfTarget(target, `${id}#${index}`, id),
      );
    case 'element':
      return spotAt(placeToEdit(annotation), id);
    case 'text': {
      const { quote } = annotation.anchor;
      return spotAt(annotation.sourceLocation, id, annotation.replacementText ?? quote);
    }
    case 'page':
      return [];
    case 'markdown':
      return [
        {
          key: id,
          annotationId: id,
          file: annotation.path,
          place: { type: 'passage', anchor: annotation.anchor },
          related: [],
        },
      ];
  }
}

function spotAt(location: SourceLocation | undefined, id: string, quote?: string): Spot[] {
  if (location === undefined) return [];
  const { file, line, column } = location;
  const place = { type: 'line', line, column, ...(quote !== undefined && { quote }) } as const;
  return [{ key: id, annotationId: id, file, place, related: [] }];
}

/** What is edited where that is known, else the nearest thing: the component, where it is used, its file. */
function spotOfTarget(target: ComponentTarget, key: string, annotationId: string): Spot[] {
  const { sourceLocation, componentLocation, usedAt, componentName } = target;
  const location = placeToEdit(target) ?? componentLocation ?? usedAt ?? fileOf(target);
  if (location === null) return [];
  const { file, line, column } = location;
  const related = [
    ...relatedPlace(sourceLocation, 'The element is written here'),
    ...relatedPlace(componentLocation, `${componentName} begins here`),
    ...relatedPlace(usedAt, `${componentName} is used here`),
  ].filter((each) => !isSameLine(each.location, location));
  return [{ key, annotationId, file, place: { type: 'line', line, column }, related }];
}

/** A file that is not known is written as `(unresolved: Name)`. */
function fileOf({ componentFilePath }: ComponentTarget): SourceLocation | null {
  return componentFilePath === '' || componentFilePath.startsWith('(')
    ? null
    : { file: componentFilePath, line: 1, column: 1 };
}

function relatedPlace(location: SourceLocation | undefined, message: string): RelatedPlace[] {
  return location === undefined ? [] : [{ location, message }];
}

function isSameLine(a: SourceLocation, b: SourceLocation): boolean {
  return a.file === b.file && a.line === b.line;
}
