import { part, ShopElement } from '../shop-element.ts';

const template = /* html */ `
  <dialog class="dialog" data-testid="checkout-dialog" aria-labelledby="checkout-title">
    <form method="dialog" class="dialog-close">
      <button class="button" aria-label="Close">
        ×
      </button>
    </form>
    <form method="dialog">
      <h2 id="checkout-title">Checkout</h2>
      <p class="hint"></p>
      <label>
        Email
        <input type="email" data-testid="checkout-email" autocomplete="off" />
      </label>
      <label>
        Password
        <input type="password" data-testid="checkout-password" autocomplete="off" />
      </label>
      <div class="actions">
        <button class="button button--primary">Place order</button>
      </div>
    </form>
  </dialog>
`;

export class CheckoutDialog extends ShopElement {
  connectedCallback(): void {
    this.render(template);
  }

  open(cartCount: number): void {
    const dialog = this.shadowRoot?.querySelector('dialog') ?? null;
    if (dialog === null) return;
    part(dialog, '.hint').textContent = `${cartCount === 1 ? '1 bag' : `${cartCount} bags`}, shipped today.`;
    dialog.showModal();
  }
}

customElements.define('checkout-dialog', CheckoutDialog);
