/** What the overlay asks about the page. `local` asks the inspectors in this world, `remote` those in the page's. */
import type { ComponentTarget, ElementAnnotation, SourceLocation } from '@annotate-mcp/core';

import type { ComponentSummary } from './inspector.ts';

export interface Inspection {
  /** Nearest component first; empty where no framework rendered the element. */
  ancestry(element: Element): Promise<ComponentSummary[]>;
  /** Needs source maps, so it comes later than the ancestry. */
  locate(element: Element): Promise<Located>;
  /**
   * The element with the component at `depth` of the ancestry around it, or alone where there is none; `null` is the
   * nearest component of the project. HTML is masked and capped.
   */
  describe(element: Element, depth: number | null): Promise<InspectedTarget>;
}

export interface Located {
  /** Where this very element is written. */
  readonly source: SourceLocation | null;
  /** Where HTML is put into the page that this element is a part of; only without a source. */
  readonly generatedAt?: SourceLocation;
  /** The components that are written in the project, nearest first, as indexes of the ancestry. */
  readonly path: readonly number[];
  /** The component whose code has the element, as an index of the ancestry; `null` outside of any. */
  readonly component: number | null;
  /** Where the element is of a kit or a library: the tag that a person would edit. */
  readonly use: SourceLocation | null;
  /** Where the component is used whose root element this is; not where `use` says so. */
  readonly usedAt?: SourceLocation;
}

export type InspectedTarget =
  | ({ kind: 'component' } & ComponentTarget)
  | ({ kind: 'element' } & Pick<
      ElementAnnotation,
      'selector' | 'description' | 'element' | 'domSnapshot' | 'sourceLocation' | 'generatedAt'
    >);

/** The component as a whole is the target, and no element in it. */
export function withoutElement(target: InspectedTarget): InspectedTarget {
  if (target.kind === 'element') return target;
  const { element: _root, ...component } = target;
  return component;
}
