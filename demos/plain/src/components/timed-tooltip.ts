import { part, ShopElement } from '../shop-element.ts';

const showAfterMs = 150;
const hideAfterMs = 300;

const template = /* html */ `
  <span class="tooltip-anchor">
    <button class="button" data-testid="tooltip-button"></button>
  </span>
`;
const bubble = /* html */ `
  <span class="tooltip" role="tooltip" data-testid="tooltip"></span>
`;

/** Shown and hidden by timers, like the tooltips of most component libraries. */
export class TimedTooltip extends ShopElement {
  private timer: ReturnType<typeof setTimeout> | undefined;

  connectedCallback(): void {
    const button = part(this.render(template), 'button');
    button.textContent = this.getAttribute('label');
    button.addEventListener('mouseenter', () => this.later(showAfterMs, () => this.show()));
    button.addEventListener('mouseleave', () => this.later(hideAfterMs, () => this.hide()));
  }

  disconnectedCallback(): void {
    clearTimeout(this.timer);
  }

  private later(ms: number, act: () => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(act, ms);
  }

  private show(): void {
    if (this.shadowRoot === null) return;
    this.hide();
    const anchor = part(this.shadowRoot, '.tooltip-anchor');
    anchor.insertAdjacentHTML('beforeend', bubble);
    part(anchor, '.tooltip').textContent = this.getAttribute('text');
  }

  private hide(): void {
    this.shadowRoot?.querySelector('.tooltip')?.remove();
  }
}

customElements.define('timed-tooltip', TimedTooltip);
