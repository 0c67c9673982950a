import { currency, orders } from '../catalog.ts';

import { OrderRow } from './OrderRow.tsx';

export function OrdersPage() {
  return (
    <main className="page">
      <section className="intro">
        <div>
          <h1>Orders</h1>
          <p>The last {orders.length}, newest first.</p>
        </div>
      </section>
      <div
        className="orders-scroll"
        data-testid="orders-scroll"
        tabIndex={0}
        role="region"
        aria-label="Orders"
      >
        <ul className="orders">
          {orders.map((order) => (
            <OrderRow key={order.number} order={order} currency={currency} />
          ))}
        </ul>
      </div>
    </main>
  );
}
