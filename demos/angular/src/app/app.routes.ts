import type { Routes } from '@angular/router';

import { OrdersPage } from './components/orders-page';
import { ShopPage } from './components/shop-page';

export const routes: Routes = [
  { path: '', pathMatch: 'full', component: ShopPage },
  { path: 'orders', component: OrdersPage },
];
