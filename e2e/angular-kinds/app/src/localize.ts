/** What `@angular/localize` does with messages without a translation: `:NAME:` after a placeholder is for translators. */
Object.assign(globalThis, {
  $localize: (parts: TemplateStringsArray, ...values: string[]) =>
    parts
      .map((part, index) => (index === 0 ? part : (values[index - 1] ?? '') + part.replace(/^:[^:]*:/, '')))
      .join(''),
});
