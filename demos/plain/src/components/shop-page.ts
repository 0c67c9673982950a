import { apiToken, currency, products } from '../catalog.ts';
import { part, ShopElement } from '../shop-element.ts';

import { ProductGrid } from './product-grid.ts';

const template = /* html */ `
  <product-grid></product-grid>
  <div class="columns" part="columns">
    <broken-card cents="950"></broken-card>
    <slot></slot>
  </div>
`;

export class ShopPage extends ShopElement {
  connectedCallback(): void {
    const grid = part(this.render(template), 'product-grid');
    if (grid instanceof ProductGrid) grid.show({ products, currency, apiToken });
  }
}

customElements.define('shop-page', ShopPage);
