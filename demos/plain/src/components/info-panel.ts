import { part, ShopElement } from '../shop-element.ts';

const template = /* html */ `
  <section class="card panel" data-testid="panel">
    <h2></h2>
    <slot></slot>
  </section>
`;

export class InfoPanel extends ShopElement {
  connectedCallback(): void {
    part(this.render(template), 'h2').textContent = this.getAttribute('heading');
  }
}

customElements.define('info-panel', InfoPanel);
