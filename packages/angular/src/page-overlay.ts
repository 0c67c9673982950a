/** The page's one overlay, as this app sees it. How its script gets there is load-overlay.ts. */
import { APP_BASE_HREF, isPlatformBrowser } from '@angular/common';
import { CSP_NONCE, DOCUMENT, inject, Injectable, NgZone, PLATFORM_ID } from '@angular/core';
import { BehaviorSubject, distinctUntilChanged, map, type Observable, switchMap } from 'rxjs';

import type { Overlay } from '@annotate-mcp/overlay';

import { changesOf, intoZoneOfSubscriber } from './follow';
import { loadOverlay, presentOverlay, scriptUrl } from './load-overlay';
import { NG_ANNOTATE_OPTIONS } from './options';

declare global {
  // On the page, as the overlay is: two apps may each bring a copy of this module.
  var __NG_ANNOTATE_HOSTS__: number | undefined;
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
  #arrival: Promise<Overlay | null> | null = null;

  /** Asked of the overlay that is there or on its way; `null` where none comes. */
  async use<Answer>(ask: (overlay: Overlay) => Answer | Promise<Answer>): Promise<Answer | null> {
    const overlay = (await this.#arrival) ?? this.#current.value;
    return overlay === null ? null : this.#zone.runOutsideAngular(() => ask(overlay));
  }

  /** What is read of the overlay: now, and whenever that is something else. */
  follow<Value>(read: (overlay: Overlay | null) => Value): Observable<Value> {
    return this.#current.pipe(
      switchMap(changesOf),
      map(read),
      distinctUntilChanged(),
      intoZoneOfSubscriber(this.#zone),
    );
  }

  /** Brings the overlay to a page that has none. What is returned ends that, and the last to end it closes it. */
  host(): () => void {
    if (!this.#inBrowser) return () => undefined;
    const found = presentOverlay();
    if (found !== null && hosts() === 0) {
      // Something else brought it: not ours to close.
      this.#current.next(found);
      return () => undefined;
    }
    count(1);
    this.#arrival ??= this.#zone.runOutsideAngular(() => this.#bring());
    return () => {
      count(-1);
      this.#closeUnlessHosted();
    };
  }

  async #bring(): Promise<Overlay | null> {
    const url = scriptUrl(this.#document, this.#options.hub, this.#base);
    const overlay = await loadOverlay(this.#document, url, this.#nonce);
    this.#current.next(overlay);
    // Everybody may have left while it was on its way.
    return this.#closeUnlessHosted() ? null : overlay;
  }

  #closeUnlessHosted(): boolean {
    const overlay = presentOverlay();
    if (overlay === null || hosts() > 0) return false;
    this.#zone.runOutsideAngular(overlay.close);
    this.#arrival = null;
    this.#current.next(null);
    return true;
  }
}

function hosts(): number {
  return globalThis.__NG_ANNOTATE_HOSTS__ ?? 0;
}

function count(by: 1 | -1): void {
  globalThis.__NG_ANNOTATE_HOSTS__ = hosts() + by;
}
