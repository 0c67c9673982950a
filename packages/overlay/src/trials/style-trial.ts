/** Styles that are tried on one element, as declarations of its own `style`. Other properties of it stay as they are. */

export type StyledElement = Element & ElementCSSInlineStyle;

interface TriedStyle {
  readonly value: string;
  /** What the page itself has written there. */
  written: { readonly value: string; readonly priority: string };
}

const nothing = { value: '', priority: '' };

export class StyleTrial {
  readonly #element: StyledElement;
  readonly #tried = new Map<string, TriedStyle>();
  #isShown = false;
  /** The page's own declarations, and those together with what is tried. */
  #own: string | null = null;
  #shown = '';

  constructor(element: StyledElement) {
    this.#element = element;
  }

  get names(): readonly string[] {
    return [...this.#tried.keys()];
  }

  valueOf(name: string): string | undefined {
    return this.#tried.get(name)?.value;
  }

  /** `null` takes it away. */
  set(names: readonly string[], value: string | null): void {
    if (names.length === 0) return;
    this.hide();
    for (const name of names) {
      if (value === null) this.#tried.delete(name);
      else this.#tried.set(name, { value, written: nothing });
    }
    this.show();
  }

  show(): void {
    const { style } = this.#element;
    if (this.#isShown || this.#tried.size === 0) return;
    this.#isShown = true;
    this.#own = this.#element.hasAttribute('style') ? style.cssText : null;
    withoutTransitions(this.#element, () => {
      for (const [name, tried] of this.#tried) {
        tried.written = { value: style.getPropertyValue(name), priority: style.getPropertyPriority(name) };
        style.setProperty(name, tried.value, 'important');
      }
    });
    this.#shown = style.cssText;
  }

  hide(): void {
    if (!this.#isShown) return;
    this.#isShown = false;
    withoutTransitions(this.#element, () => this.#putBack());
  }

  #putBack(): void {
    const { style } = this.#element;
    // A shorthand with `var()` can only be restored as a whole.
    if (style.cssText === this.#shown) style.cssText = this.#own ?? '';
    // The page has written styles meanwhile, and what it wrote stays.
    else for (const name of this.names) if (this.#isOurs(name)) this.#restore(name);
    // Chrome removes only an attribute that was read since its declarations changed.
    if (this.#own === null && this.#element.getAttribute('style') === '')
      this.#element.removeAttribute('style');
  }

  #restore(name: string): void {
    const { value, priority } = this.#tried.get(name)?.written ?? nothing;
    if (value === '') this.#element.style.removeProperty(name);
    else this.#element.style.setProperty(name, value, priority);
  }

  /** The properties that the page has written itself since. */
  takenOver(): string[] {
    return this.names.filter((name) => this.#isShown && !this.#isOurs(name));
  }

  #isOurs(name: string): boolean {
    return this.#element.style.getPropertyPriority(name) === 'important';
  }

  /** These stay as the page has them. */
  forget(names: readonly string[]): void {
    for (const name of names) this.#tried.delete(name);
  }
}

/** Styles jump to their new values, so that they can be read at once. */
function withoutTransitions(element: Element, change: () => void): void {
  const running = new Set(element.getAnimations({ subtree: true }));
  change();
  for (const animation of element.getAnimations({ subtree: true }))
    if ('transitionProperty' in animation && !running.has(animation)) animation.cancel();
}
