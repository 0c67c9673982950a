import { isPlatformBrowser } from '@angular/common';
import {
  ApplicationRef,
  createComponent,
  DestroyRef,
  EnvironmentInjector,
  type EnvironmentProviders,
  inject,
  makeEnvironmentProviders,
  NgZone,
  PLATFORM_ID,
  provideEnvironmentInitializer,
} from '@angular/core';

import { NG_ANNOTATE_OPTIONS, type NgAnnotateOptions } from './options';
import { OverlayComponent } from './overlay-component';

/** Puts the overlay on the page in development; nothing at all in production and on the server. */
export function provideNgAnnotate(options: NgAnnotateOptions = {}): EnvironmentProviders {
  return makeEnvironmentProviders(
    // Written out, and as a condition: an early return or `isDevMode()` would leave all of it in a production build.
    typeof ngDevMode === 'undefined' || ngDevMode
      ? [{ provide: NG_ANNOTATE_OPTIONS, useValue: options }, provideEnvironmentInitializer(hostOverlay)]
      : [],
  );
}

function hostOverlay(): void {
  if (!isPlatformBrowser(inject(PLATFORM_ID))) return;
  const environmentInjector = inject(EnvironmentInjector);
  const destroyed = inject(DestroyRef);
  const create = () => {
    if (destroyed.destroyed) return;
    // Its element stays outside of the page: there is nothing that hydration could miss or find too many.
    const host = createComponent(OverlayComponent, { environmentInjector });
    environmentInjector.get(ApplicationRef).attachView(host.hostView);
    destroyed.onDestroy(() => host.destroy());
  };
  // Later, because there is no application yet while its injector is being made.
  inject(NgZone).runOutsideAngular(() => queueMicrotask(create));
}
