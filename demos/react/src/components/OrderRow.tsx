import type { Order } from '../catalog.ts';

import { PriceTag } from './PriceTag.tsx';

export function OrderRow({ order, currency }: { order: Order; currency: string }) {
  return (
    <li className="order" data-testid="order-row">
      <span className="order-number">#{order.number}</span>
      <span data-testid="order-customer">{order.customer}</span>
      <span className="order-state">{order.state}</span>
      <PriceTag amount={order.total} currency={currency} />
    </li>
  );
}
