import { ChangeDetectionStrategy, Component, input } from '@angular/core';

/** Wrong on purpose, as an example to annotate: the heading has a typo, and cents are shown as dollars. */
@Component({
  selector: 'app-broken-card',
  imports: [],
  templateUrl: './broken-card.component.html',
  styles: ':host { display: block; }',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class BrokenCardComponent {
  readonly cents = input.required<number>();
}
