import type { MouseEvent } from 'react';

import { AccountMenu } from './AccountMenu.tsx';

interface AppHeaderProps {
  path: string;
  cartCount: number;
  onGo: (path: string) => void;
  onCheckout: () => void;
}

export function AppHeader({ path, cartCount, onGo, onCheckout }: AppHeaderProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    onGo(event.currentTarget.pathname);
  };
  const current = (page: string) => (path === page ? ('page' as const) : undefined);

  return (
    <header className="header">
      <span className="brand">
        <span className="brand-mark" />
        Harbor Coffee
      </span>
      <nav className="nav" aria-label="Main">
        <a href="/" data-testid="nav-shop" aria-current={current('/')} onClick={follow}>
          Shop
        </a>
        <a href="/orders" data-testid="nav-orders" aria-current={current('/orders')} onClick={follow}>
          Orders
        </a>
      </nav>
      <span className="cart">
        Cart <strong data-testid="cart-count">{cartCount}</strong>
      </span>
      <AccountMenu entries={['Profile', 'Subscriptions', 'Sign out']} />
      <button className="button button--primary" data-testid="open-checkout" onClick={onCheckout}>
        Checkout
      </button>
    </header>
  );
}
