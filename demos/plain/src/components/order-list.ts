import { currency, orders } from '../catalog.ts';
import { part, ShopElement } from '../shop-element.ts';

import { OrderRow } from './order-row.ts';

const template = /* html */ `
  <div class="orders-scroll" data-testid="orders-scroll" tabindex="0" role="region" aria-label="Orders">
    <div class="orders" role="list"></div>
  </div>
`;

export class OrderList extends ShopElement {
  connectedCallback(): void {
    part(this.render(template), '.orders').append(
      ...orders.map((order) => OrderRow.with({ order, currency })),
    );
  }
}

customElements.define('order-list', OrderList);
