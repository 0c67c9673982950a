import { InjectionToken } from '@angular/core';

export interface NgAnnotateOptions {
  /**
   * The address of the hub. Default: `__annotate` below the app's base. Set it when another server has the hub:
   * `http://localhost:4747/__annotate`.
   */
  readonly hub?: string;
}

export const NG_ANNOTATE_OPTIONS = new InjectionToken<NgAnnotateOptions>('NgAnnotateOptions', {
  factory: () => ({}),
});
