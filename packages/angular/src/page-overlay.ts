/** This app's access to the overlay of the page. Loading its script is load-overlay.ts. */
import { APP_BASE_HREF, isPlatformBrowser } from '@angular/common';
import { CSP_NONCE, DOCUMENT, inject, Injectable, NgZone, PLATFORM_ID } from '@angular/core';
import {
  BehaviorSubject,
  distinctUntilChanged,
  map,
  type MonoTypeOperatorFunction,
  Observable,
  of,
  switchMap,
} from 'rxjs';

import type { Overlay } from '@annotate-mcp/overlay';

import { loadOverlay, presentOverlay, scriptUrl } from './load-overlay';
import { NG_ANNOTATE_OPTIONS } from './options';

declare global {
  // Global like the overlay, because two apps on a page may each have a copy of this module.
  var __ANNOTATE_HOSTS__: number | undefined;
}

@Injectable({ providedIn: 'root' })
export class PageOverlay {
  readonly #document = inject(DOCUMENT);
  readonly #inBrowser = isPlatformBrowser(inject(PLATFORM_ID));
  readonly #nonce = inject(CSP_NONCE, { optional: true });
  readonly #base = inject(APP_BASE_HREF, { optional: true });
  readonly #options = inject(NG_ANNOTATE_OPTIONS);
  readonly #zone = inject(NgZone);
  readonly #current = new BehaviorSubject(this.#inBrowser ? presentOverlay() : null);
  #loading: Promise<Overlay | null> | null = null;

  /** Calls `action` with the overlay, after it has loaded; resolves with `null` where there is none. */
  async use<Result>(action: (overlay: Overlay) => Result | Promise<Result>): Promise<Result | null> {
    const overlay = (await this.#loading) ?? this.#current.value;
    return overlay === null ? null : this.#zone.runOutsideAngular(() => action(overlay));
  }

  /** Emits the value that `read` returns, at once and whenever it changes. */
  follow<Value>(read: (overlay: Overlay | null) => Value): Observable<Value> {
    return this.#current.pipe(
      switchMap(changesOf),
      map(read),
      distinctUntilChanged(),
      intoZoneOfSubscriber(this.#zone),
    );
  }

  /** Loads the overlay if the page has none. Returns a function that ends hosting; the last host to end closes it. */
  host(): () => void {
    if (!this.#inBrowser) return () => undefined;
    const found = presentOverlay();
    if (found !== null && hosts() === 0) {
      // Another script has mounted it, so it is not closed here.
      this.#current.next(found);
      return () => undefined;
    }
    changeHosts(1);
    this.#loading ??= this.#zone.runOutsideAngular(() => this.#load());
    return () => {
      changeHosts(-1);
      this.#closeUnlessHosted();
    };
  }

  async #load(): Promise<Overlay | null> {
    const url = scriptUrl(this.#document, this.#options.hub, this.#base);
    const overlay = await loadOverlay(this.#document, url, this.#nonce);
    this.#current.next(overlay);
    // All hosts may have ended while it was loading.
    return this.#closeUnlessHosted() ? null : overlay;
  }

  #closeUnlessHosted(): boolean {
    const overlay = presentOverlay();
    if (overlay === null || hosts() > 0) return false;
    this.#zone.runOutsideAngular(overlay.close);
    this.#loading = null;
    this.#current.next(null);
    return true;
  }
}

function hosts(): number {
  return globalThis.__ANNOTATE_HOSTS__ ?? 0;
}

function changeHosts(by: 1 | -1): void {
  globalThis.__ANNOTATE_HOSTS__ = hosts() + by;
}

/** Emits the overlay at once and after each change of its state. */
function changesOf(overlay: Overlay | null): Observable<Overlay | null> {
  if (overlay === null) return of(null);
  return new Observable((subscriber) => {
    subscriber.next(overlay);
    return overlay.subscribe(() => subscriber.next(overlay));
  });
}

/** The overlay runs outside Angular's zone, where its values would not update the views of subscribers. */
function intoZoneOfSubscriber<Value>(zone: NgZone): MonoTypeOperatorFunction<Value> {
  return (source) =>
    new Observable((subscriber) => {
      if (!NgZone.isInAngularZone()) return source.subscribe(subscriber);
      return source.subscribe({
        next: (value) => zone.run(() => subscriber.next(value)),
        error: (error: unknown) => zone.run(() => subscriber.error(error)),
        complete: () => zone.run(() => subscriber.complete()),
      });
    });
}
