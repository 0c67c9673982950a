import { Injectable, signal } from '@angular/core';

/** The state that the pages share: the router creates them, so they cannot have inputs and outputs. */
@Injectable({ providedIn: 'root' })
export class Shop {
  readonly cartCount = signal(0);
  readonly toast = signal<string | null>(null);

  add(): void {
    this.cartCount.update((count) => count + 1);
  }
}
