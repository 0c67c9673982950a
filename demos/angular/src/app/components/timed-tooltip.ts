import { ChangeDetectionStrategy, Component, DestroyRef, inject, input, signal } from '@angular/core';

const showAfterMs = 150;
const hideAfterMs = 300;

/** Shown and hidden by timers, like the tooltips of most component libraries. */
@Component({
  selector: 'app-timed-tooltip',
  templateUrl: './timed-tooltip.html',
  styles: ':host, .tooltip-anchor { display: block; }',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class TimedTooltip {
  readonly label = input.required<string>();
  readonly text = input.required<string>();
  protected readonly isShown = signal(false);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    inject(DestroyRef).onDestroy(() => clearTimeout(this.timer));
  }

  protected showLater(): void {
    this.later(true, showAfterMs);
  }

  protected hideLater(): void {
    this.later(false, hideAfterMs);
  }

  private later(shown: boolean, ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.isShown.set(shown), ms);
  }
}
