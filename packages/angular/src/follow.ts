import { NgZone } from '@angular/core';
import { type MonoTypeOperatorFunction, Observable, of } from 'rxjs';

import type { Overlay } from '@annotate-mcp/overlay';

/** Emits the overlay at once and after each change of its state. */
export function changesOf(overlay: Overlay | null): Observable<Overlay | null> {
  if (overlay === null) return of(null);
  return new Observable((subscriber) => {
    subscriber.next(overlay);
    return overlay.subscribe(() => subscriber.next(overlay));
  });
}

/** The overlay runs outside of Angular's zone, where its values would not update the views of subscribers. */
export function intoZoneOfSubscriber<Value>(zone: NgZone): MonoTypeOperatorFunction<Value> {
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
