import { ChangeDetectionStrategy, Component, input, ViewEncapsulation } from '@angular/core';

/** In a shadow root, where the shop's stylesheet does not reach. */
@Component({
  selector: 'app-roast-status',
  templateUrl: './roast-status.html',
  styleUrl: './roast-status.css',
  encapsulation: ViewEncapsulation.ShadowDom,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class RoastStatus {
  readonly batch = input.required<number>();
}
