import { ChangeDetectionStrategy, Component, DestroyRef, inject } from '@angular/core';

import { PageOverlay } from './page-overlay';

/**
 * Keeps the overlay on the page until it is destroyed; `provideNgAnnotate()` creates one. It renders nothing itself: the
 * overlay is in the top layer of the page, and there is only one for any number of hosts.
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
