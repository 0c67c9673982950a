import type { Product } from '../catalog.ts';
import { part, ShopElement } from '../shop-element.ts';

import { ProductCard } from './product-card.ts';

const template = /* html */ `
  <ul class="product-grid"></ul>
`;

interface ProductGridInputs {
  products: Product[];
  currency: string;
  apiToken: string;
}

export class ProductGrid extends ShopElement {
  show({ products, currency, apiToken }: ProductGridInputs): void {
    const list = part(this.render(template), 'ul');
    for (const [index, product] of products.entries()) {
      const card = ProductCard.with({
        product,
        rank: index + 1,
        currency,
        featured: index === 0,
        notes: product.notes,
        roastedOn: product.roastedOn,
        discount: product.discount,
        apiToken,
      });
      const item = document.createElement('li');
      item.append(card);
      list.append(item);
    }
  }
}

customElements.define('product-grid', ProductGrid);
