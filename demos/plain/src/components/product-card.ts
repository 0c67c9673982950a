import type { Product } from '../catalog.ts';
import { part, ShopElement } from '../shop-element.ts';

const template = /* html */ `
  <article class="card" data-testid="product-card">
    <div class="bag"></div>
    <h2 data-testid="product-title"></h2>
    <p class="hint origin"></p>
    <ul class="tags"></ul>
    <p class="hint roasted"></p>
    <div class="card-foot">
      <price-tag></price-tag>
      <button class="button" data-testid="add-to-cart"></button>
    </div>
  </article>
`;

interface ProductCardInputs {
  product: Product;
  rank: number;
  currency: string;
  featured: boolean;
  notes: string[];
  roastedOn: Date;
  discount: number | undefined;
  apiToken: string;
}

export class ProductCard extends ShopElement {
  product!: Product;
  rank = 0;
  currency = '';
  featured = false;
  notes: string[] = [];
  roastedOn = new Date(0);
  discount: number | undefined;
  apiToken = '';

  static with(inputs: ProductCardInputs): ProductCard {
    return Object.assign(new ProductCard(), inputs);
  }

  connectedCallback(): void {
    const root = this.render(template);
    const { product, currency, discount = 0 } = this;
    part(root, '.card').dataset.productId = product.id;
    part(root, '.bag').style.setProperty('--hue', String(product.hue));
    part(root, 'h2').textContent = product.name;
    part(root, '.origin').textContent = product.origin + (this.featured ? ' · house favourite' : '');
    part(root, '.tags').append(...this.notes.map(listItem));
    part(root, '.roasted').textContent =
      `Roasted ${this.roastedOn.toLocaleDateString('en-US', { dateStyle: 'medium' })}`;
    const price = part(root, 'price-tag');
    price.setAttribute('currency', currency);
    price.setAttribute('amount', String(product.price * (1 - discount)));
    const button = part(root, 'button');
    button.textContent = product.inStock ? 'Add' : 'Reserve';
    button.addEventListener('click', () =>
      this.dispatchEvent(
        new CustomEvent('add-to-cart', { detail: product.id, bubbles: true, composed: true }),
      ),
    );
  }
}

customElements.define('product-card', ProductCard);

function listItem(text: string): HTMLLIElement {
  const item = document.createElement('li');
  item.textContent = text;
  return item;
}
