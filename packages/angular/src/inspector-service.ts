import { inject, Injectable } from '@angular/core';

import type { ComponentTarget } from '@annotate-mcp/core';

import { PageOverlay } from './page-overlay';

/** What an agent gets about a component: class, files, line, inputs, snapshot, ancestors. */
export type ComponentContext = ComponentTarget;

@Injectable({ providedIn: 'root' })
export class InspectorService {
  readonly #page = typeof ngDevMode === 'undefined' || ngDevMode ? inject(PageOverlay) : null;

  /**
   * The component nearest to the element. `null` where there is none, and where there is no overlay: in production, on
   * the server, without `provideNgAnnotate()`, and without our dev server.
   */
  async getComponentContext(element: Element): Promise<ComponentContext | null> {
    const target = await this.#page?.use((overlay) => overlay.inspection.describe(element, 0));
    if (target?.kind !== 'component') return null;
    const { kind, ...context } = target;
    return context;
  }
}
