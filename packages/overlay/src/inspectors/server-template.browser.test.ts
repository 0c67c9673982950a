import { afterEach, describe, expect, it } from 'vitest';

import { createInspection } from './local.ts';
import { serverTemplate } from './server-template.ts';
import { describeInspectorContract } from './testing/inspector-contract.ts';
import { element, testConfig, testContext } from './testing/page.ts';

const context = testContext();
const namesAt = (selector: string) => serverTemplate.ancestry(element(selector)).map(({ name }) => name);

afterEach(() => {
  document.body.innerHTML = '';
  for (const node of [...document.childNodes]) if (node.nodeType === Node.COMMENT_NODE) node.remove();
});

/** As Rails writes it with `annotate_rendered_view_with_filenames`. */
function showRails(): void {
  document.prepend(document.createComment(' BEGIN app/views/layouts/application.html.erb\n'));
  document.append(document.createComment(' END app/views/layouts/application.html.erb '));
  document.body.innerHTML = orders;
}

const orders = `
    <nav>Shop</nav>
    <!-- BEGIN app/views/orders/index.html.erb
--><h1>Orders</h1><ul>
      <!-- BEGIN app/views/orders/_order.html.erb
--><li id="first"><b>17</b></li><!-- END app/views/orders/_order.html.erb -->
      <!-- BEGIN app/views/orders/_order.html.erb
--><li id="second"><b>18</b></li><!-- END app/views/orders/_order.html.erb -->
      <li id="last">No more</li>
    </ul>
    <!-- BEGIN /gems/pagy/views/nav.html.erb
--><p>1 2 3</p><!-- END /gems/pagy/views/nav.html.erb -->
    <!-- END app/views/orders/index.html.erb -->
    <!-- BEGIN of the footer --><footer>Bye</footer>`;

describe('a page of Rails', () => {
  it('has the templates around an element as its components, and not those beside it', () => {
    showRails();
    expect(namesAt('#second b')).toEqual(['orders/_order', 'orders/index', 'layouts/application']);
    expect(serverTemplate.ancestry(element('#second b')).map(({ hostUp }) => hostUp)).toEqual([1, 2, 4]);
    expect(namesAt('#last')).toEqual(['orders/index', 'layouts/application']);
    expect(namesAt('nav')).toEqual(['layouts/application']);
    expect(namesAt('footer')).toEqual(['layouts/application']);
  });

  it('tells the file and no line, because none is stated; a file of a gem is none of the project', async () => {
    showRails();
    const row = element('#first');
    expect(await serverTemplate.locate(row, context)).toBeNull();
    expect(await serverTemplate.files(row, context)).toEqual([
      'app/views/orders/_order.html.erb',
      'app/views/orders/index.html.erb',
      'app/views/layouts/application.html.erb',
    ]);
    expect(await serverTemplate.files(element('p'), context)).toEqual([
      null,
      'app/views/orders/index.html.erb',
      'app/views/layouts/application.html.erb',
    ]);
    const described = await serverTemplate.describe(row, 0, context);
    expect(described).toMatchObject({
      componentName: 'orders/_order',
      selector: 'app/views/orders/_order.html.erb',
      componentFilePath: 'app/views/orders/_order.html.erb',
      inputs: {},
    });
    expect(described).not.toHaveProperty('componentLocation');
  });

  it('is read in the form of Rails 6.1, too, whose comments end on the same line', () => {
    document.body.innerHTML = `<!-- BEGIN app/views/orders/index.html.erb --><ul>
      <!-- BEGIN app/views/orders/_order.html.erb --><li>17</li>
<!-- END app/views/orders/_order.html.erb --><!-- BEGIN app/views/orders/_order.html.erb --><li id="last">18</li>
<!-- END app/views/orders/_order.html.erb -->
    </ul>
<!-- END app/views/orders/index.html.erb -->`;
    expect(namesAt('#last')).toEqual(['orders/_order', 'orders/index']);
  });
});

/** As Phoenix writes it with `debug_heex_annotations` and `debug_attributes`. */
const phoenix = `
  <!-- <ShopWeb.PageHTML.home> lib/shop_web/controllers/page_html/home.html.heex:1 (shop) -->
  <main data-phx-loc="2">
    <!-- @caller lib/shop_web/controllers/page_html/home.html.heex:4 (shop) -->
    <!-- <ShopWeb.CoreComponents.card> lib/shop_web/components/core_components.ex:30 (shop) -->
    <section data-phx-loc="32">
      <!-- <:inner_block> lib/shop_web/controllers/page_html/home.html.heex:4 (shop) -->
      <em data-phx-loc="5">Boats</em>
      <!-- </:inner_block> -->
      <small data-phx-loc="34">New</small><i>plain</i>
    </section>
    <!-- </ShopWeb.CoreComponents.card> -->
    <!-- <Phoenix.Component.link> deps/phoenix_live_view/lib/phoenix_component.ex:3000 (phoenix_live_view) -->
    <a data-phx-loc="3010">More</a>
    <!-- </Phoenix.Component.link> -->
  </main>
  <!-- </ShopWeb.PageHTML.home> -->
  <aside data-phx-loc="9"></aside>`;

describe('a page of Phoenix', () => {
  it('has the lines of its tags, in the file of the template or of the slot that they are written in', async () => {
    document.body.innerHTML = phoenix;
    const at = async (selector: string) => serverTemplate.locate(element(selector), context);
    const home = 'lib/shop_web/controllers/page_html/home.html.heex';
    const core = 'lib/shop_web/components/core_components.ex';
    expect(await at('main')).toEqual({ file: home, line: 2, column: 1 });
    expect(await at('section')).toEqual({ file: core, line: 32, column: 1 });
    expect(await at('em')).toEqual({ file: home, line: 5, column: 1 });
    expect(await at('small')).toEqual({ file: core, line: 34, column: 1 });
    // Without a line of its own, in a dependency, and outside of every template.
    for (const selector of ['i', 'a', 'aside']) expect(await at(selector)).toBeNull();
  });

  it('names the components that wrote an element', async () => {
    document.body.innerHTML = phoenix;
    expect(namesAt('small')).toEqual(['ShopWeb.CoreComponents.card', 'ShopWeb.PageHTML.home']);
    expect(namesAt('em')).toEqual(['ShopWeb.PageHTML.home']);
    expect(namesAt('aside')).toEqual([]);
    expect(await serverTemplate.describe(element('small'), 0, context)).toMatchObject({
      componentFilePath: 'lib/shop_web/components/core_components.ex',
      componentLocation: { file: 'lib/shop_web/components/core_components.ex', line: 30, column: 1 },
    });
    expect(await serverTemplate.usedAt(element('small'), 0, context)).toEqual({
      file: 'lib/shop_web/controllers/page_html/home.html.heex',
      line: 4,
      column: 1,
    });
  });
});

describeInspectorContract({
  inspector: serverTemplate,
  context,
  show: () => {
    document.body.innerHTML = orders;
  },
  inside: '#second b',
  around: ['orders/_order', 'orders/index'],
});

describeInspectorContract({
  inspector: serverTemplate,
  context,
  show: () => {
    document.body.innerHTML = phoenix;
  },
  inside: 'small',
  around: ['ShopWeb.CoreComponents.card', 'ShopWeb.PageHTML.home'],
});

describe('data-annotate-source of any server', () => {
  const inspection = createInspection(testConfig, { manifest: () => ({}) });

  it.each([
    { source: 'templates/cart.html:12:3', location: { file: 'templates/cart.html', line: 12, column: 3 } },
    { source: 'templates/cart.html:12', location: { file: 'templates/cart.html', line: 12, column: 1 } },
    { source: 'templates/cart.html', location: null },
    { source: 'templates/cart.html:0', location: null },
  ])('$source tells the line where it has one', async ({ source, location }) => {
    document.body.innerHTML = `<p data-annotate-source="${source}">A</p>`;
    expect((await inspection.locate(element('p'))).source).toEqual(location);
  });

  it('with a file alone names the template of what is inside', async () => {
    document.body.innerHTML = '<form data-annotate-source="templates/cart.html"><b>A</b></form>';
    expect(await inspection.describe(element('b'), 0)).toMatchObject({
      kind: 'component',
      componentName: 'cart',
      componentFilePath: 'templates/cart.html',
      element: { tag: 'b' },
    });
  });
});
