/** Edits that agents make, each with what the page shows of it. The demos are one shop in several frameworks. */
import type { Locator, Page } from '@playwright/test';

import type { Verdict } from '@annotate-mcp/core';

import type { DemoName } from './demo-server.ts';
import type { SourceFiles } from './source-files.ts';

export interface SeededEdit {
  readonly name: string;
  readonly target: (page: Page) => Locator;
  /** What is in the files before the page is opened. */
  readonly prepare?: (files: SourceFiles) => void;
  /** What the agent does. */
  readonly edit: (files: SourceFiles) => void;
  readonly verdict: Verdict;
  /** A part of what is said: what changed at the element, what else did, what is wrong. */
  readonly says?: string | RegExp;
  /** Runs in `npm test`. */
  readonly isTelling?: true;
  /** Where it cannot be judged, and why. */
  readonly notIn?: Partial<Record<DemoName, string>>;
  /** It is taken back when it was judged, so that the page works again. */
  readonly isBroken?: true;
  /** What the page says before the agent says that it is done. */
  readonly throws?: RegExp;
  /** Where the dev server leaves its error on the page then, and why. A person closes it. */
  readonly leftIn?: Partial<Record<DemoName, string>>;
}

const testId =
  (id: string, nth = 0) =>
  (page: Page) =>
    page.getByTestId(id).nth(nth);
const css =
  (selector: string, nth = 0) =>
  (page: Page) =>
    page.locator(selector).nth(nth);
const inSource = (from: string | RegExp, to: string) => (files: SourceFiles) => files.replace(from, to);
const addRule = (rule: string) => (files: SourceFiles) => files.append('harbor.css', rule);

/** A picture of one colour, as an address. */
function square(color: string): string {
  return `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='24' height='24'%3E%3Crect width='24' height='24' fill='${color}'/%3E%3C/svg%3E`;
}

const unchanged =
  'Its plug-in compares a component with how it was compiled last, and sends no update of one that is the same again.';

const oneBundle = 'The app and the overlay are one bundle, of which nothing runs then.';

/** What breaks the page comes last. */
export const seededEdits: readonly SeededEdit[] = [
  {
    name: 'a text',
    target: testId('broken-title'),
    edit: inSource('Specail offer', 'Special offer'),
    verdict: 'changed',
    says: 'text “Specail offer” → “Special offer”',
    isTelling: true,
  },
  {
    name: 'a colour',
    target: css('.offer > .price'),
    edit: inSource('color: #ffd9b8;', 'color: #ffee99;'),
    verdict: 'changed',
    says: 'color rgb(255, 217, 184) → rgb(255, 238, 153)',
  },
  {
    name: 'the size of a text',
    target: css('.intro h1'),
    edit: inSource('font-size: clamp(1.7rem, 4vw, 2.4rem);', 'font-size: 3rem;'),
    verdict: 'changed',
    says: /font-size \S+ → 48px/,
  },
  {
    name: 'an attribute',
    target: testId('show-toast'),
    edit: inSource('data-testid="show-toast"', 'data-testid="show-toast" title="Tells everyone"'),
    verdict: 'changed',
    says: 'title none → “Tells everyone”',
  },
  {
    name: 'a class',
    target: testId('broken-card'),
    edit: inSource('="card offer" data-testid="broken-card"', '="card" data-testid="broken-card"'),
    verdict: 'changed',
    says: 'background-image',
  },
  {
    name: 'an item added to a list',
    target: css('[data-product-id=night-ferry]'),
    edit: inSource("'cocoa', 'cedar', 'plum'", "'cocoa', 'cedar', 'plum', 'fig'"),
    verdict: 'changed',
    says: 'li "fig" added',
  },
  {
    name: 'an item added beside it',
    target: css('.tags li', 0),
    edit: inSource("'caramel', 'orange'", "'caramel', 'orange', 'mint'"),
    verdict: 'beside',
    says: 'li "mint" added',
    isTelling: true,
  },
  {
    name: 'an item removed from a list',
    target: css('[data-product-id=breakwater]'),
    edit: inSource("'almond', 'honey'", "'almond'"),
    verdict: 'changed',
    says: 'li "honey" removed',
  },
  {
    name: 'items in another order',
    target: css('[data-product-id=low-tide]'),
    edit: inSource("'hazelnut', 'cherry'", "'cherry', 'hazelnut'"),
    verdict: 'changed',
    says: 'moved',
  },
  {
    name: 'a paragraph added beside it',
    target: testId('panel-note'),
    edit: inSource(/(data-testid="panel-note">[^<]*<\/p>)/, '$1<p>So is Sunday.</p>'),
    verdict: 'beside',
    says: 'p "So is Sunday." added',
  },
  {
    name: 'the wrong element',
    target: testId('open-checkout'),
    edit: inSource('Small lots, roasted', 'Small lots are roasted'),
    verdict: 'unchanged',
    says: 'p "Small lots are roasted on the quay this…" (text)',
    isTelling: true,
  },
  {
    name: 'nothing',
    target: testId('nav-orders'),
    edit: () => undefined,
    verdict: 'unchanged',
    isTelling: true,
  },
  {
    name: 'a rule that another one overrides',
    target: testId('product-title', 1),
    edit: (files) => files.prepend('harbor.css', 'h2 { font-size: 3rem; }'),
    verdict: 'unchanged',
    says: 'h2: font-size none → 3rem',
  },
  {
    name: 'a rule for the pointer',
    target: testId('tooltip-button'),
    edit: inSource(
      '.button:hover {\n  border-color: var(--accent);',
      '.button:hover {\n  border-color: var(--warm);',
    ),
    verdict: 'inactive',
    says: '.button:hover: border-color var(--accent) → var(--warm)',
    isTelling: true,
  },
  {
    name: 'a rule for the focus',
    target: testId('nav-shop'),
    edit: inSource('outline: 2px solid var(--accent);', 'outline: 4px solid var(--accent);'),
    verdict: 'inactive',
    says: ':focus-visible: outline 2px solid var(--accent) → 4px solid var(--accent)',
  },
  {
    name: 'a rule for the dark',
    target: css('.intro p'),
    edit: addRule('@media (prefers-color-scheme: dark) { .intro p { opacity: 0.7; } }'),
    verdict: 'inactive',
    says: '@media (prefers-color-scheme: dark) .intro p: opacity none → 0.7',
    isTelling: true,
  },
  {
    name: 'a token for the dark',
    target: css('.brand-mark'),
    edit: inSource('--warm: light-dark(#a8481c, #f0a072);', '--warm: light-dark(#a8481c, #ffb080);'),
    verdict: 'inactive',
    says: ':root: --warm light-dark(#a8481c, #f0a072) → light-dark(#a8481c, #ffb080)',
  },
  {
    name: 'a rule for print',
    target: testId('cart-count'),
    edit: addRule('@media print { .cart strong { color: black; } }'),
    verdict: 'inactive',
    // Next writes colours as numbers.
    says: /@media print \.cart strong: color none → (?:black|rgb\(0, 0, 0\))/,
  },
  {
    name: 'a rule for a narrow window',
    target: css('.header'),
    edit: addRule('@media (max-width: 400px) { .header { position: static; } }'),
    verdict: 'inactive',
    says: '@media (max-width: 400px) .header: position none → static',
    isTelling: true,
  },
  {
    name: 'an animation',
    target: testId('spinner'),
    edit: inSource('animation: spin 1.1s linear infinite;', 'animation: spin 2s linear infinite;'),
    verdict: 'inactive',
    says: /\.spinner: animation .*1\.1s.* → .*2s/,
  },
  {
    name: 'what a style sheet puts before it',
    target: css('.bag'),
    edit: inSource(".bag::before {\n  content: '';", ".bag::before {\n  content: 'N° 1';"),
    verdict: 'changed',
    says: '::before: content none → N° 1',
    isTelling: true,
  },
  {
    name: 'the style of what is put before it',
    target: css('.bag', 1),
    edit: inSource('box-shadow: 0 6px 12px rgb(0 0 0 / 18%);', 'box-shadow: 0 6px 12px rgb(0 0 0 / 48%);'),
    verdict: 'changed',
    says: '::before: box-shadow',
  },
  {
    name: 'a token',
    target: css('.brand'),
    edit: inSource('--text: light-dark(#22282b,', '--text: light-dark(#44282b,'),
    verdict: 'changed',
    says: 'color rgb(34, 40, 43) → rgb(68, 40, 43)',
  },
  {
    name: 'a background image',
    target: css('.bag', 2),
    edit: inSource(
      'place-items: center;\n  height: 8.5rem;',
      'place-items: center;\n  background-image: linear-gradient(red, blue) !important;\n  height: 8.5rem;',
    ),
    verdict: 'changed',
    says: 'background-image none → linear-gradient(rgb(255, 0, 0), rgb(0, 0, 255))',
  },
  {
    name: 'a font',
    target: css('.cart'),
    edit: addRule('.cart { font-family: monospace; }'),
    verdict: 'changed',
    says: 'font-family',
  },
  {
    name: 'what a parent passes',
    target: css('[data-testid=panel] h2'),
    edit: inSource('title="For the crew"', 'title="For the team"'),
    verdict: 'changed',
    says: 'text “For the crew” → “For the team”',
    isTelling: true,
  },
  {
    name: 'what data brings',
    target: testId('product-title', 2),
    edit: inSource("'Breakwater Decaf'", "'Breakwater Half-Caf'"),
    verdict: 'changed',
    says: 'text “Breakwater Decaf” → “Breakwater Half-Caf”',
  },
  {
    name: 'a component in the place of another one',
    target: css('.status'),
    edit: inSource(
      /<(app-roast-status|RoastStatus) (?:\[batch\]|:?batch)="?\{?112\}?"? \/>/,
      '<p>Open until six</p>',
    ),
    verdict: 'gone',
    says: 'p "Open until six"',
  },
  {
    name: 'an image',
    target: css('[data-testid=broken-card] img'),
    prepare: inSource(
      'this week only.</p>',
      `this week only.</p><img src="${square('red')}" alt="A box" width="24" />`,
    ),
    edit: inSource(square('red'), square('lime')),
    verdict: 'changed',
    says: 'src',
  },
  {
    name: 'an element in another place',
    target: css('[data-testid=broken-card] > .price'),
    edit: inSource(
      /(<h2 data-testid="broken-title">.*<\/h2>[^]*?)(<p (?:class|className)="price">.*<\/p>)/,
      '$2\n      $1',
    ),
    verdict: 'changed',
    says: 'moved',
    isTelling: true,
  },
  {
    name: 'the element itself',
    target: css('.hint', 2),
    edit: inSource(/<p class(?:Name)?="hint">\s*\{\{? ?product(?:\(\))?\.origin[^]*?<\/p>/, ''),
    verdict: 'gone',
    isTelling: true,
  },
  {
    name: 'a mistake in the syntax',
    target: css('[data-testid=broken-card] > p'),
    edit: inSource('this week only.</p>', 'this week only.</p'),
    verdict: 'broken',
    leftIn: { svelte: unchanged },
    isBroken: true,
    isTelling: true,
  },
  {
    name: 'a module that is not there',
    target: testId('broken-title'),
    edit: inSource(/(?<=import \{? ?ProductGrid \}? ?from .\.\/)[\w-]+/, 'Missing'),
    verdict: 'broken',
    says: 'Missing',
    leftIn: { svelte: unchanged },
    isBroken: true,
  },
  {
    name: 'a request that fails',
    target: testId('product-title'),
    edit: (files) =>
      files.append(
        'catalog.ts',
        "export const rates: unknown = await (await fetch('/missing/rates.json')).json();",
      ),
    verdict: 'broken',
    notIn: {
      angular: oneBundle,
      next: 'Turbopack keeps the module as it was, and Chromium tells a page of no promise that fails in `Response.json`.',
    },
    isBroken: true,
  },
  {
    name: 'a mistake in what a module waits for',
    target: testId('product-title'),
    edit: (files) =>
      files.append(
        'catalog.ts',
        'export const rates: unknown = await Promise.resolve().then(() => missingRates);',
      ),
    verdict: 'broken',
    notIn: { angular: oneBundle },
    isBroken: true,
  },
  {
    name: 'an app that shows nothing any more',
    target: testId('product-title', 3),
    edit: inSource(/<div data-testid="app">[^]*<\/div>/, 'null'),
    verdict: 'broken',
    says: 'shows nothing any more',
    isBroken: true,
  },
  {
    name: 'an error while it is drawn',
    target: testId('price-tag', 1),
    edit: inSource(/(?<=\$\{?\{ ?)cents(?:\(\))?/, '$&.no.price'),
    verdict: 'broken',
    isBroken: true,
    isTelling: true,
  },
  {
    name: 'an error while it is drawn, before the agent says that it is done',
    target: testId('price-tag', 1),
    edit: inSource(/(?<=\$\{?\{ ?)cents(?:\(\))?/, '$&.toFixed(200)'),
    throws: /RangeError/,
    verdict: 'broken',
    isBroken: true,
  },
];
