import { Injectable, signal } from '@angular/core';

/** What the pages share: the router makes them, so nobody can hand them inputs and listen to their outputs. */
@Injectable({ providedIn: 'root' })
export class Shop {
  readonly cartCount = signal(0);
  readonly toast = signal<string | null>(null);

  add(): void {
    this.cartCount.update((count) => count + 1);
  }
}
