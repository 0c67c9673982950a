import { ChangeDetectionStrategy, Component, input, output } from '@angular/core';

import { formatPrice, type Product } from '../../catalog';

import { ProductCard } from './product-card';

@Component({
  selector: 'app-product-grid',
  imports: [ProductCard],
  templateUrl: './product-grid.html',
  styles: ':host { display: block; }',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ProductGrid {
  readonly products = input.required<Product[]>();
  readonly currency = input.required<string>();
  readonly apiToken = input.required<string>();
  readonly add = output<string>();
  protected readonly format = formatPrice;
}
