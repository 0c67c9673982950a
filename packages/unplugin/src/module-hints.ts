/** Text that every module has which one of the transforms changes. It is looked for before the transform is loaded. */

/** What compiled MDX calls in development. */
export const mdxRuntime = 'jsxDEV';

/** What Solid's compiler imports into modules with elements for the browser, and into modules with tags of components. */
export const solidImport = /\b(?:template as _\$template|createComponent as _\$createComponent)\b/;

/** html`…`, svg`…` and a template literal after the comment html. */
export const mayHoldTemplates = /\b(?:html|svg)\s*`|\/\*\s*html\s*\*\/\s*`/i;

export const mayHoldJsx = /<[A-Za-z>]/;
