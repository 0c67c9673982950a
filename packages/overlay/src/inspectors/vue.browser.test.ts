import { afterEach, describe, expect, it } from 'vitest';
import { type Component, createApp, defineComponent, h, KeepAlive, nextTick, reactive, Teleport } from 'vue';

import { stepsOut } from './dom-tree.ts';
import { describeInspectorContract } from './testing/inspector-contract.ts';
import { element, pathAround, testConfig, testContext } from './testing/page.ts';
import { vue } from './vue.ts';

const context = testContext({ Listed: { component: 'src/Listed.vue' } });
const at = (place: string) => ({ 'data-annotate-source': place });
const compiled = (name: string, component: Component): Component =>
  Object.assign(component, { __name: name, __file: `${testConfig.projectRoot}/src/${name}.vue` });

const state = reactive({
  items: [
    { id: 1, label: 'one' },
    { id: 2, label: 'two' },
  ],
});

const Row = compiled(
  'Row',
  defineComponent({
    props: { item: { type: Object, required: true }, token: { type: String, default: 'abc' } },
    setup: (props) => () =>
      h('li', { class: 'row', ...at('src/Row.vue:3:3') }, [
        h('span', { class: 'label' }, String(props.item.label)),
      ]),
  }),
);
const List = compiled(
  'List',
  defineComponent({
    setup: () => () =>
      h(
        'ul',
        { class: 'list', ...at('src/List.vue:5:3') },
        state.items.map((item) => h(Row, { item, key: item.id })),
      ),
  }),
);
const Shell = compiled(
  'Shell',
  defineComponent({
    setup:
      (_, { slots }) =>
      () =>
        h('main', { class: 'shell', ...at('src/Shell.vue:2:3') }, slots.default?.()),
  }),
);
const App = compiled(
  'App',
  defineComponent({
    setup: () => () =>
      h(Shell, null, () => [
        h(KeepAlive, null, () => h(List)),
        h(Teleport, { to: 'body' }, h('div', { class: 'ported', ...at('src/App.vue:9:5') })),
        h('p', { class: 'own', 'data-v-inspector': 'src/App.vue:12:7' }),
      ]),
  }),
);

const container = document.createElement('div');
let unmount = (): void => undefined;

function show(component: Component): void {
  document.body.append(container);
  const app = createApp(component);
  app.mount(container);
  unmount = () => {
    app.unmount();
  };
}

afterEach(() => {
  unmount();
  container.remove();
});

describe('Vue 3', () => {
  it('names the components around an element, without Vue’s own', () => {
    show(App);
    const label = element('.label');
    const ancestry = vue.ancestry(label);
    expect(ancestry.map(({ name }) => name)).toEqual(['Row', 'List', 'Shell', 'App']);
    expect(ancestry.map(({ hostUp }) => stepsOut(label, hostUp).className)).toEqual([
      'row',
      'list',
      'shell',
      'shell',
    ]);
  });

  it('describes list items with their own props, secrets left out', async () => {
    show(App);
    const described = await Promise.all(
      [...document.querySelectorAll('.label')].map((label) => vue.describe(label, 0, context)),
    );
    expect(described.map(({ inputs }) => inputs)).toEqual([
      { item: { id: 1, label: 'one' }, token: '[redacted]' },
      { item: { id: 2, label: 'two' }, token: '[redacted]' },
    ]);
    expect(described[0]).toMatchObject({
      componentName: 'Row',
      componentFilePath: 'src/Row.vue',
      componentLocation: { file: 'src/Row.vue' },
    });
    expect(await pathAround(vue, element('.label'), context)).toEqual(['App', 'Shell', 'List']);
  });

  it('shows a prop as it is after an update', async () => {
    show(App);
    const [first] = state.items;
    if (first !== undefined) first.label = 'changed';
    await nextTick();
    expect((await vue.describe(element('.label'), 0, context)).inputs.item).toEqual({
      id: 1,
      label: 'changed',
    });
  });

  it('finds what an outer component wrote itself where its root element is another’s', async () => {
    show(App);
    expect((await vue.describe(element('.label'), 3, context)).componentLocation).toEqual({
      file: 'src/App.vue',
      line: 12,
      column: 7,
    });
    expect((await vue.describe(element('.label'), 1, context)).componentLocation).toEqual({
      file: 'src/List.vue',
      line: 5,
      column: 3,
    });
  });

  it('knows the component of what was teleported', async () => {
    show(App);
    const ported = element('.ported');
    expect(vue.ancestry(ported).map(({ name, hostUp }) => [name, hostUp])).toEqual([
      ['Shell', 0],
      ['App', 0],
    ]);
    expect((await vue.locate(ported, context))?.line).toBe(9);
  });

  it('gives the root element of a library’s component the line of the tag in the project', async () => {
    const tag = (place: string) => ({
      onVnodeBeforeMount: Object.assign(() => undefined, { annotateSource: place }),
    });
    const Anchor = defineComponent({ name: 'Anchor', render: () => h('a', { class: 'anchor' }, h('i')) });
    const Link = defineComponent({ name: 'Link', render: () => h(Anchor) });
    const Pair = defineComponent({ name: 'Pair', render: () => [h('dt'), h('dd')] });
    show(
      compiled(
        'Page',
        defineComponent(() => () => [
          h(Link, tag('src/Page.vue:4:3')),
          h(Pair, tag('src/Page.vue:5:3')),
          h('article', tag('src/Page.vue:6:3')),
        ]),
      ),
    );
    const lineOf = async (selector: string) => (await vue.locate(element(selector), context))?.line ?? null;
    expect(await lineOf('.anchor')).toBe(4);
    expect(await lineOf('.anchor i')).toBeNull();
    expect(await lineOf('dt')).toBeNull();
    expect(await lineOf('dd')).toBeNull();
    expect(await lineOf('article')).toBe(6);
    expect(await vue.describe(element('.anchor'), 1, context)).toMatchObject({
      componentName: 'Link',
    });
    expect(await vue.usedAt(element('.anchor'), 1, context)).toEqual({
      file: 'src/Page.vue',
      line: 4,
      column: 3,
    });
    expect(await vue.files(element('.anchor'), context)).toEqual([null, null, 'src/Page.vue']);
  });

  it('does not take the place of the page around the app for its own', async () => {
    container.setAttribute('data-annotate-source', 'index.html:9:5');
    show(defineComponent({ name: 'Listed', render: () => h('b', { class: 'bare' }) }));
    const details = await vue.describe(element('.bare'), 0, context);
    expect(await vue.locate(element('.bare'), context)).toBeNull();
    expect(details.componentLocation).toBeUndefined();
    // The manifest has a file of this name, and a library may have a component of this name.
    expect(details.componentFilePath).toBe('(unresolved: Listed)');
    container.removeAttribute('data-annotate-source');
  });

  it('says when it cannot tell the file', async () => {
    show({ render: () => h('b', { class: 'bare' }) });
    expect(await vue.describe(element('.bare'), 0, context)).toMatchObject({
      componentName: 'unknown',
      componentFilePath: '(unresolved: unknown)',
    });
  });
});

describeInspectorContract({
  inspector: vue,
  context,
  show: () => {
    show(App);
  },
  inside: '.label',
  around: ['Row', 'List', 'Shell', 'App'],
});
