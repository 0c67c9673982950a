import type { Project } from './project.ts';
import { sourceAttribute, sourceValue, type TextPosition } from './source-attributes/position.ts';

export interface SourceMark {
  readonly name: string;
  readonly value: string;
}

/**
 * Returns a function that gives the source attribute for a position in a file; `null` for a file outside of the project.
 * For integrations whose framework renders text that Vite does not transform, such as Markdown.
 */
export function createSourceMarks(
  project: Project,
): (file: string, position: TextPosition) => SourceMark | null {
  return (file, position) => {
    const path = project.pathOf(file);
    return path === null ? null : { name: sourceAttribute, value: sourceValue(path, position) };
  };
}
