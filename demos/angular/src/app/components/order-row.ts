import { ChangeDetectionStrategy, Component, input } from '@angular/core';

import type { Order } from '../../catalog';

import { PriceTag } from './price-tag';

@Component({
  selector: '[appOrderRow]',
  imports: [PriceTag],
  templateUrl: './order-row.html',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class OrderRow {
  readonly order = input.required<Order>();
  readonly currency = input.required<string>();
}
