import { useEffect, useRef } from 'react';

interface CheckoutDialogProps {
  open: boolean;
  cartCount: number;
  onClose: () => void;
}

export function CheckoutDialog({ open, cartCount, onClose }: CheckoutDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);

  return (
    <dialog
      ref={dialog}
      className="dialog"
      data-testid="checkout-dialog"
      aria-labelledby="checkout-title"
      onClose={onClose}
    >
      <form method="dialog" className="dialog-close">
        <button className="button" aria-label="Close">
          ×
        </button>
      </form>
      <form method="dialog">
        <h2 id="checkout-title">Checkout</h2>
        <p className="hint">{cartCount === 1 ? '1 bag' : `${cartCount} bags`}, shipped today.</p>
        <label>
          Email
          <input type="email" data-testid="checkout-email" autoComplete="off" />
        </label>
        <label>
          Password
          <input type="password" data-testid="checkout-password" autoComplete="off" />
        </label>
        <div className="actions">
          <button className="button button--primary">Place order</button>
        </div>
      </form>
    </dialog>
  );
}
