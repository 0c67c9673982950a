import { flushSync, mount, unmount } from 'svelte';
import * as compiler from 'svelte/compiler';
// @ts-expect-error -- what compiled components import; it has no types
import * as client from 'svelte/internal/client';
import { afterEach, describe, expect, it } from 'vitest';

import { stepsOut } from './dom-tree.ts';
import { svelte } from './svelte.ts';
import { describeInspectorContract } from './testing/inspector-contract.ts';
import { element, pathAround, testConfig, testContext } from './testing/page.ts';

type Compiled = Parameters<typeof mount>[0];

const context = testContext();
const notes = new WeakMap<Node, unknown>();
Reflect.set(globalThis, Symbol.for('annotate.svelte'), notes);

/** Compiled as a dev server does, with what it imports passed in. */
function component(name: string, source: string, imports: Record<string, unknown> = {}): Compiled {
  const filename = `${testConfig.projectRoot}/src/${name}.svelte`;
  const { js } = compiler.compile(source, {
    dev: true,
    filename,
    rootDir: testConfig.projectRoot,
    generate: 'client',
  });
  const code = js.code
    .replace(/^import .*$/gm, '')
    .replace(/^export default (?=function)/m, '')
    .replace(/^export default .*$/m, '');
  const names = Object.keys(imports);
  // oxlint-disable-next-line typescript/no-implied-eval -- what the compiler wrote, run as a module would be
  const run = new Function('$', ...names, `${code}\nreturn ${name};`) as (...values: unknown[]) => Compiled;
  return run(client, ...names.map((each) => imports[each]));
}

const Row = component(
  'Row',
  '<script>\n  let { label } = $props();\n</script>\n\n<li class="row">\n  <span class="label">{label}</span>\n</li>',
);
const Card = component(
  'Card',
  '<script>\n  let { children } = $props();\n</script>\n{#if true}\n  <section class="card">{@render children()}</section>\n{/if}',
);
const App = component(
  'App',
  `<script>
  import Row from './Row.svelte';
  import Card from './Card.svelte';
  let labels = $state(['a', 'b']);
</script>
<main class="app">
  <Card>
    <p class="slotted">in a card</p>
    <ul>{#each labels as label}<Row {label} />{/each}</ul>
  </Card>
  <button onclick={() => labels.push('c')}>add</button>
</main>`,
  { Row, Card },
);
const Wrapper = component('Wrapper', `<script>import Row from './Row.svelte';</script>\n<Row label="x" />`, {
  Row,
});

let mounted: Record<string, unknown> | null = null;

function show(what: Compiled): void {
  mounted = mount(what, { target: document.body });
  flushSync();
}

afterEach(async () => {
  if (mounted !== null) await unmount(mounted);
  mounted = null;
});

describe('Svelte 5', () => {
  it('names the components around an element with their outermost elements', () => {
    show(App);
    const label = element('.label');
    const ancestry = svelte.ancestry(label);
    expect(ancestry.map(({ name }) => name)).toEqual(['Row', 'Card', 'App']);
    expect(ancestry.map(({ hostUp }) => stepsOut(label, hostUp).className)).toEqual([
      expect.stringContaining('row'),
      'card',
      'app',
    ]);
  });

  it('finds the exact place of an element, 1-based', async () => {
    show(App);
    expect(await svelte.locate(element('.label'), context)).toEqual({
      file: 'src/Row.svelte',
      line: 6,
      column: 3,
    });
    expect(await svelte.locate(element('.slotted'), context)).toEqual({
      file: 'src/App.svelte',
      line: 8,
      column: 5,
    });
  });

  it('knows no line of what {@html} wrote', async () => {
    show(App);
    element('.label').innerHTML = '<i class="written">now</i>';
    expect(svelte.ancestry(element('.written'))[0]?.name).toBe('Row');
    expect(await svelte.locate(element('.written'), context)).toBeNull();
  });

  it('finds file and first element of outer components', async () => {
    show(App);
    const label = element('.label');
    expect(await svelte.describe(label, 0, context)).toMatchObject({
      componentName: 'Row',
      componentFilePath: 'src/Row.svelte',
    });
    expect(await pathAround(svelte, label, context)).toEqual(['App', 'Card']);
    expect(await svelte.describe(label, 1, context)).toMatchObject({
      componentName: 'Card',
      componentFilePath: 'src/Card.svelte',
      componentLocation: { file: 'src/Card.svelte', line: 4, column: 1 },
    });
    expect(await svelte.describe(label, 2, context)).toMatchObject({
      componentName: 'App',
      componentFilePath: 'src/App.svelte',
      componentLocation: { file: 'src/App.svelte', line: 6, column: 1 },
    });
  });

  it('takes what stands in a component for a part of it', () => {
    show(App);
    expect(svelte.ancestry(element('.slotted')).map(({ name }) => name)).toEqual(['Card', 'App']);
  });

  it('tells list items apart, also those that came later', async () => {
    show(App);
    (element('button') as HTMLElement).click();
    flushSync();
    const rows = [...document.querySelectorAll('.row')];
    for (const [index, row] of rows.entries()) {
      notes.set(row, { name: 'Row', file: 'src/Row.svelte', props: { label: 'abc'[index], $$slots: {} } });
    }
    const described = await Promise.all(rows.map((row) => svelte.describe(row, 0, context)));
    expect(described.map(({ inputs }) => inputs)).toEqual([{ label: 'a' }, { label: 'b' }, { label: 'c' }]);
  });

  it('finds the props of a component whose only element is another’s beside it', async () => {
    show(Wrapper);
    const row = element('.row');
    notes.set(row, { name: 'Row', file: 'src/Row.svelte', props: { label: 'x' } });
    const beside = document.createComment('');
    row.after(beside);
    notes.set(beside, { name: 'Wrapper', file: 'src/Wrapper.svelte', props: { kind: 'outer' } });
    expect((await svelte.describe(row, 1, context)).inputs).toEqual({ kind: 'outer' });
    expect((await svelte.describe(row, 0, context)).inputs).toEqual({ label: 'x' });
    beside.remove();
  });
});

describeInspectorContract({
  inspector: svelte,
  context,
  show: () => {
    show(App);
  },
  inside: '.label',
  around: ['Row', 'Card', 'App'],
});
