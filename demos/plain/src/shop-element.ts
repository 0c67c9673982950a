import css from './style.css?inline';

const sheet = new CSSStyleSheet();
sheet.replaceSync(css);

/** An element with an open shadow root that uses the shop's styles. */
export class ShopElement extends HTMLElement {
  /** To be called when the element is connected. Replaces the previous content. */
  protected render(html: string): ShadowRoot {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    root.innerHTML = html;
    return root;
  }
}

/** The element of a template that its own code needs. */
export function part(root: ParentNode, selector: string): HTMLElement {
  const found = root.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`The template has no ${selector}.`);
  return found;
}
