import { DatePipe } from '@angular/common';
import { booleanAttribute, ChangeDetectionStrategy, Component, Input, input, output } from '@angular/core';

import type { Product } from '../../catalog';

import { PriceTag } from './price-tag';

/** An item of a list; its host element is the `<li>`. */
@Component({
  selector: '[appProductCard]',
  imports: [DatePipe, PriceTag],
  templateUrl: './product-card.html',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ProductCard {
  readonly product = input.required<Product>();
  @Input({ required: true }) rank!: number;
  readonly currency = input.required<string>();
  readonly featured = input(false, { transform: booleanAttribute });
  readonly notes = input<string[]>([]);
  readonly roastedOn = input.required<Date>();
  readonly discount = input<number>();
  readonly apiToken = input.required<string>();
  readonly format = input.required<(amount: number, currency: string) => string>();
  readonly add = output<string>();
}
