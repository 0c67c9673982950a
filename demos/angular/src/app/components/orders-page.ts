import { ChangeDetectionStrategy, Component } from '@angular/core';

import { currency, orders } from '../../catalog';

import { OrderRow } from './order-row';

@Component({
  selector: 'app-orders-page',
  imports: [OrderRow],
  templateUrl: './orders-page.html',
  styles: ':host { display: block; }',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class OrdersPage {
  protected readonly orders = orders;
  protected readonly currency = currency;
}
