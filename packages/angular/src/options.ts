import { InjectionToken } from '@angular/core';

export interface NgAnnotateOptions {
  /**
   * Folder of the hub, below the app's base unless told: `__annotate`. Another one where the hub is not the dev server
   * that serves the app: `http://localhost:4747/__annotate`.
   */
  readonly hub?: string;
}

export const NG_ANNOTATE_OPTIONS = new InjectionToken<NgAnnotateOptions>('NgAnnotateOptions', {
  factory: () => ({}),
});
