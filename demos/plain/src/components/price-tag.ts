import { formatPrice } from '../catalog.ts';
import { part, ShopElement } from '../shop-element.ts';

const template = /* html */ `
  <span class="price" data-testid="price-tag"></span>
`;

/** `<price-tag amount="14.5" currency="USD">` */
export class PriceTag extends ShopElement {
  static readonly observedAttributes = ['amount', 'currency'];

  connectedCallback(): void {
    this.render(template);
    this.show();
  }

  attributeChangedCallback(): void {
    if (this.shadowRoot !== null) this.show();
  }

  private show(): void {
    const [amount, currency] = [this.getAttribute('amount'), this.getAttribute('currency')];
    if (this.shadowRoot === null || amount === null || currency === null) return;
    part(this.shadowRoot, '.price').textContent = formatPrice(Number(amount), currency);
  }
}

customElements.define('price-tag', PriceTag);
