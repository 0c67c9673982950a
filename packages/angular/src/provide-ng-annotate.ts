import { isPlatformBrowser } from '@angular/common';
import {
  ApplicationRef,
  createComponent,
  DestroyRef,
  EnvironmentInjector,
  type EnvironmentProviders,
  inject,
  makeEnvironmentProviders,
  NgModule,
  NgZone,
  PLATFORM_ID,
  provideEnvironmentInitializer,
} from '@angular/core';

import { keepEarlyErrors } from './early-console';
import { NG_ANNOTATE_OPTIONS, type NgAnnotateOptions } from './options';
import { OverlayComponent } from './overlay-component';

/** Adds the overlay to the page in development. Does nothing in production and on the server. */
export function provideNgAnnotate(options: NgAnnotateOptions = {}): EnvironmentProviders {
  return makeEnvironmentProviders(
    // This exact condition: with an early return or `isDevMode()` the code would stay in a production build.
    typeof ngDevMode === 'undefined' || ngDevMode
      ? [{ provide: NG_ANNOTATE_OPTIONS, useValue: options }, provideEnvironmentInitializer(hostOverlay)]
      : [],
  );
}

function hostOverlay(): void {
  if (!isPlatformBrowser(inject(PLATFORM_ID))) return;
  keepEarlyErrors(console);
  const environmentInjector = inject(EnvironmentInjector);
  const destroyed = inject(DestroyRef);
  const create = () => {
    if (destroyed.destroyed) return;
    // Its element is not added to the page, so it cannot cause a hydration mismatch.
    const host = createComponent(OverlayComponent, { environmentInjector });
    environmentInjector.get(ApplicationRef).attachView(host.hostView);
    destroyed.onDestroy(() => host.destroy());
  };
  // Later, because the application does not exist while its injector is being created.
  inject(NgZone).runOutsideAngular(() => queueMicrotask(create));
}

/** `provideNgAnnotate()` for an app with modules. To set options, add `provideNgAnnotate(options)` to `providers` instead. */
@NgModule({ providers: [provideNgAnnotate()] })
export class NgAnnotateModule {}
