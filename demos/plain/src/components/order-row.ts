import type { Order } from '../catalog.ts';
import { part, ShopElement } from '../shop-element.ts';

const template = /* html */ `
  <div class="order" role="listitem" data-testid="order-row">
    <span class="order-number"></span>
    <span class="order-customer" data-testid="order-customer"></span>
    <span class="order-state"></span>
    <price-tag></price-tag>
  </div>
`;

export class OrderRow extends ShopElement {
  order!: Order;
  currency = '';

  static with(inputs: { order: Order; currency: string }): OrderRow {
    return Object.assign(new OrderRow(), inputs);
  }

  connectedCallback(): void {
    const root = this.render(template);
    part(root, '.order-number').textContent = `#${this.order.number}`;
    part(root, '.order-customer').textContent = this.order.customer;
    part(root, '.order-state').textContent = this.order.state;
    const price = part(root, 'price-tag');
    price.setAttribute('currency', this.currency);
    price.setAttribute('amount', String(this.order.total));
  }
}

customElements.define('order-row', OrderRow);
