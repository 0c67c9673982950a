import { part, ShopElement } from '../shop-element.ts';

const shownForMs = 10_000;

const template = /* html */ `
  <div class="toast" role="status" data-testid="toast"></div>
`;

/** Appended to the body, outside of the app's own element. */
export class ToastMessage extends ShopElement {
  message = '';
  private timer: ReturnType<typeof setTimeout> | undefined;

  static saying(message: string): ToastMessage {
    return Object.assign(new ToastMessage(), { message });
  }

  connectedCallback(): void {
    part(this.render(template), '.toast').textContent = this.message;
    this.timer = setTimeout(() => this.remove(), shownForMs);
  }

  disconnectedCallback(): void {
    clearTimeout(this.timer);
  }
}

customElements.define('toast-message', ToastMessage);
