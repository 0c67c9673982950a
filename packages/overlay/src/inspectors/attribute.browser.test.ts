import { afterEach, expect, it } from 'vitest';

import { attribute } from './attribute.ts';
import { describeInspectorContract } from './testing/inspector-contract.ts';
import { element, testContext } from './testing/page.ts';

class ShopList extends HTMLElement {}

/** As a Lit element is, whose template is in its shadow root. */
class ShopRow extends HTMLElement {
  static readonly elementProperties = new Map([
    ['count', {}],
    ['password', {}],
  ]);
  readonly count = 2;
  readonly password = 'abc';

  connectedCallback(): void {
    if (this.shadowRoot !== null) return;
    const root = this.attachShadow({ mode: 'open' });
    root.innerHTML = '<p data-annotate-source="src/shop-row.ts:9:7"><slot></slot></p>';
  }
}

customElements.define('shop-list', ShopList);
customElements.define('shop-row', ShopRow);

const context = testContext({ ShopList: { component: 'src/shop-list.ts', selector: 'shop-list' } });
const page = `<shop-list>
  <shop-row label="one" data-annotate-source="src/shop-list.ts:4:9"><b data-annotate-source="src/app.html:3:5">1</b></shop-row>
</shop-list>`;

function show(): void {
  document.body.innerHTML = page;
}

afterEach(() => {
  document.body.innerHTML = '';
});

it('tells the template of a custom element by its contents, its tag and its properties', async () => {
  show();
  expect(await attribute.describe(element('b'), 0, context)).toEqual({
    componentName: 'ShopRow',
    selector: 'shop-row',
    componentFilePath: 'src/shop-row.ts',
    componentLocation: { file: 'src/shop-row.ts', line: 9, column: 7 },
    inputs: { label: 'one', count: 2, password: '[redacted]' },
  });
  expect(await attribute.usedAt(element('b'), 0, context)).toEqual({
    file: 'src/shop-list.ts',
    line: 4,
    column: 9,
  });
});

it('tells the line of content in a slot where it is written', async () => {
  show();
  expect(await attribute.locate(element('b'), context)).toEqual({
    file: 'src/app.html',
    line: 3,
    column: 5,
  });
});

describeInspectorContract({
  inspector: attribute,
  context,
  show,
  inside: 'b',
  around: ['ShopRow', 'ShopList'],
});
