import { part, ShopElement } from '../shop-element.ts';

const template = /* html */ `
  <section class="card offer" data-testid="broken-card">
    <h2 data-testid="broken-title">Specail offer</h2>
    <p>Three origins in one sampler box, this week only.</p>
    <p class="price"></p>
  </section>
`;

/** Wrong on purpose, as an example to annotate: the heading has a typo, and cents are shown as dollars. */
export class BrokenCard extends ShopElement {
  connectedCallback(): void {
    const root = this.render(template);
    part(root, '.price').textContent = `$${this.getAttribute('cents') ?? ''}`;
  }
}

customElements.define('broken-card', BrokenCard);
