import { ChangeDetectionStrategy, Component, DestroyRef, inject } from '@angular/core';

import { PageOverlay } from './page-overlay';

/**
 * Hosts the overlay for as long as it lives; `provideNgAnnotate()` makes one. It shows nothing of its own: the overlay
 * sits in the top layer of the page, once, however many hosts there are.
 */
@Component({
  selector: 'nga-overlay-host',
  template: '',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class OverlayComponent {
  constructor() {
    if (typeof ngDevMode === 'undefined' || ngDevMode) {
      inject(DestroyRef).onDestroy(inject(PageOverlay).host());
    }
  }
}
