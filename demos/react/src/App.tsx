import { useState } from 'react';

import { AppHeader } from './components/AppHeader.tsx';
import { CheckoutDialog } from './components/CheckoutDialog.tsx';
import { OrdersPage } from './components/OrdersPage.tsx';
import { ShopPage } from './components/ShopPage.tsx';
import { ToastMessage } from './components/ToastMessage.tsx';
import { usePath } from './use-path.ts';

export function App() {
  const [path, go] = usePath();
  const [cartCount, setCartCount] = useState(0);
  const [isCheckingOut, setCheckingOut] = useState(false);
  const [toast, setToast] = useState<string | null>(null);

  return (
    <div data-testid="app">
      <AppHeader path={path} cartCount={cartCount} onGo={go} onCheckout={() => setCheckingOut(true)} />
      {path === '/orders' ? (
        <OrdersPage />
      ) : (
        <ShopPage onAdd={() => setCartCount(cartCount + 1)} onToast={setToast} />
      )}
      <CheckoutDialog open={isCheckingOut} cartCount={cartCount} onClose={() => setCheckingOut(false)} />
      {toast !== null && <ToastMessage message={toast} onDone={() => setToast(null)} />}
    </div>
  );
}
