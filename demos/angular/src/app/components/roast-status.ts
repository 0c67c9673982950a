import { ChangeDetectionStrategy, Component, input, ViewEncapsulation } from '@angular/core';

/** Uses a shadow root, to which the shop's stylesheet does not apply. */
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
