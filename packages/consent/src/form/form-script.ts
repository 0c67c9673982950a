/** Reads the fields of a question in the browser, and says what is wrong with them. Sent as its own text, as QuestionPage is. */
export class QuestionForm {
  /** One value for each field, in the order of the page. */
  read(): unknown[] {
    return this.#fields().map((field) => {
      if (field.dataset.field === 'choices')
        return [...field.querySelectorAll<HTMLInputElement>('input:checked')].map(({ dataset }) =>
          Number(dataset.choice),
        );
      const control = this.#control(field);
      if (control instanceof HTMLInputElement && control.type === 'checkbox') return control.checked;
      return control?.value ?? '';
    });
  }

  /** What an expression of the agent says, which may run long: so it runs here, where only this page waits for it. */
  problems(): Record<number, string> {
    const found: Record<number, string> = {};
    for (const [index, field] of this.#fields().entries()) {
      const control = this.#control(field);
      const { pattern } = control?.dataset ?? {};
      const text = control?.value ?? '';
      if (pattern !== undefined && text !== '' && !this.#fits(text, pattern))
        found[index] = `This does not have the form that is asked for: ${pattern}`;
    }
    return found;
  }

  /** The first field with a problem gets the focus. */
  show(problems: Readonly<Record<number, string>>): void {
    let first: HTMLElement | null = null;
    for (const [index, field] of this.#fields().entries()) {
      const message = problems[index] ?? '';
      const control = this.#control(field);
      const place = field.querySelector('.problem');
      control?.setAttribute('aria-invalid', String(message !== ''));
      if (place instanceof HTMLElement) {
        place.textContent = message;
        place.hidden = message === '';
      }
      if (message !== '') first ??= control;
    }
    first?.focus();
  }

  #fits(text: string, pattern: string): boolean {
    try {
      return new RegExp(pattern, 'u').test(text);
    } catch {
      // It is not an expression, so it asks for nothing.
      return true;
    }
  }

  #fields(): HTMLElement[] {
    return [...document.querySelectorAll<HTMLElement>('[data-field]')];
  }

  #control(field: HTMLElement): HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | null {
    return field.querySelector('input,textarea,select');
  }
}
