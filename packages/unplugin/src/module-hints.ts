/** Text that every module has which one of the transforms changes. It is looked for before the transform is loaded. */

/** What compiled MDX calls in development. */
export const mdxRuntime = 'jsxDEV';

/** What Solid's compiler imports into modules for the browser, and into no others. */
export const solidImport = 'template as _$template';

/** html`…`, svg`…` and a template literal after the comment html. */
export const mayHoldTemplates = /\b(?:html|svg)\s*`|\/\*\s*html\s*\*\/\s*`/i;

export const mayHoldJsx = /<[A-Za-z>]/;
