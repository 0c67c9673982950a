/** What the overlay asks about the page. `local` asks the inspectors in this world, `remote` those in the page's. */
import type { ComponentTarget, ElementAnnotation, SourceLocation } from '@annotate-mcp/core';

import type { ComponentSummary } from './inspector.ts';

export interface Inspection {
  /** Nearest component first; empty where no framework rendered the element. */
  ancestry(element: Element): Promise<ComponentSummary[]>;
  locate(element: Element, depth: number): Promise<SourceLocation | null>;
  /** The component at `depth`, or the bare element where there is none. Snapshot masked and capped. */
  describe(element: Element, depth: number): Promise<InspectedTarget>;
}

export type InspectedTarget =
  | ({ kind: 'component' } & ComponentTarget)
  | ({ kind: 'element' } & Pick<
      ElementAnnotation,
      'selector' | 'description' | 'domSnapshot' | 'sourceLocation'
    >);
