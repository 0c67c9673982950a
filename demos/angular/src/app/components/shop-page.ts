import { ChangeDetectionStrategy, Component, inject } from '@angular/core';

import { apiToken, currency, products } from '../../catalog';
import { Shop } from '../shop';

import { BrokenCardComponent } from './broken-card.component';
import { InfoPanel } from './info-panel';
import { ProductGrid } from './product-grid';
import { RoastStatus } from './roast-status';
import { TimedTooltip } from './timed-tooltip';

@Component({
  selector: 'app-shop-page',
  imports: [BrokenCardComponent, InfoPanel, ProductGrid, RoastStatus, TimedTooltip],
  templateUrl: './shop-page.html',
  styles: ':host { display: block; }',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ShopPage {
  protected readonly shop = inject(Shop);
  protected readonly products = products;
  protected readonly currency = currency;
  protected readonly apiToken = apiToken;
}
