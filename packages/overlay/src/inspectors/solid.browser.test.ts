import type * as Solid from 'solid-js';
import { afterEach, describe, expect, it } from 'vitest';

import { stepsOut } from './dom-tree.ts';
import { solid } from './solid.ts';
import { noteComponents } from './testing/component-notes.ts';
import { describeInspectorContract } from './testing/inspector-contract.ts';
import { element, pathAround, testContext } from './testing/page.ts';

// What dev servers load; other conditions resolve to the build for production, whose components have no owners.
const devBuild = '/node_modules/solid-js/dist/dev.js';
const { createComponent, createMemo, createRoot, createSignal, For, getOwner, mergeProps } = (await import(
  /* @vite-ignore */ devBuild
)) as typeof Solid;

const context = testContext();
const owners = new WeakMap<Element, unknown>();
Reflect.set(globalThis, Symbol.for('annotate.solid'), owners);

/** Creates elements as compiled JSX does: its first element is noted with its owner, what is inside of it is not. */
function _tmpl$(html: string): Element {
  const template = document.createElement('template');
  template.innerHTML = html;
  const made = template.content.firstElementChild;
  if (made === null) throw new Error('The template is empty.');
  owners.set(made, getOwner());
  return made;
}

const [count, setCount] = createSignal(1);
let reads = 0;

function Row(props: { label: string; count: number; token: string; icon: unknown }): Element {
  return _tmpl$(`<li class="row"><b class="label">${props.label}</b></li>`);
}

function App(): Element {
  const main = _tmpl$('<main class="app"><ul class="list"></ul></main>');
  const rows = createComponent(For<string[], Element>, {
    each: ['one', 'two'],
    children: (label: string) =>
      createComponent(Row, {
        label,
        token: 'abc',
        get count() {
          return count() * 2;
        },
        get icon() {
          reads++;
          return _tmpl$('<i></i>');
        },
      }) as Element,
  }) as unknown as () => Element[];
  main.firstElementChild?.append(...rows());
  return main;
}

function Merged(props: object): Element {
  return _tmpl$(`<p class="merged">${Object.keys(props).join()}</p>`);
}

noteComponents('src/app.tsx', { App, Row, Merged });

let dispose = (): void => undefined;

function show(component: Solid.Component = App): void {
  dispose();
  createRoot((disposeRoot) => {
    const made = createComponent(component, {}) as unknown as Element;
    document.body.append(made);
    dispose = () => {
      disposeRoot();
      made.remove();
    };
  });
}

afterEach(() => {
  dispose();
  dispose = () => undefined;
  setCount(1);
});

describe('Solid', () => {
  it('names the components around an element, with their outermost elements', () => {
    show();
    const label = element('.label');
    const ancestry = solid.ancestry(label);
    expect(ancestry.map(({ name }) => name)).toEqual(['Row', 'For', 'App']);
    expect(ancestry.map(({ hostUp }) => stepsOut(label, hostUp).className)).toEqual(['row', 'row', 'app']);
  });

  it('lists the components of the project only', async () => {
    show();
    expect(await solid.files(element('.label'), context)).toEqual(['src/app.tsx', null, 'src/app.tsx']);
    expect(await pathAround(solid, element('.label'), context)).toEqual(['App']);
  });

  it('describes props as they are now, without secrets, and creates no elements for that', async () => {
    show();
    setCount(2);
    expect(await solid.describe(element('.row:last-child .label'), 0, context)).toEqual({
      componentName: 'Row',
      selector: 'Row',
      componentFilePath: 'src/app.tsx',
      componentLocation: { file: 'src/app.tsx', line: 2, column: 1 },
      inputs: { label: 'two', token: '[redacted]', count: 4, icon: '[JSX]' },
    });
    expect(reads).toBe(0);
  });

  it('does not read a prop whose code cannot be seen', async () => {
    const props = {
      get icon() {
        reads++;
        return _tmpl$('<i></i>');
      },
    };
    show(() =>
      createComponent(
        Merged,
        mergeProps({ size: 1 }, () => props),
      ),
    );
    expect((await solid.describe(element('.merged'), 0, context)).inputs).toEqual({
      size: '[getter]',
      icon: '[getter]',
    });
    expect(reads).toBe(0);
  });

  it('names a component that another one called as a function, as lazy does with the component of a route', async () => {
    const calls = new WeakMap<object, unknown>();
    Reflect.set(globalThis, Symbol.for('annotate.solid-calls'), calls);
    function Route(props: { id: string }): Element {
      calls.set(getOwner() ?? {}, { component: Route, props });
      return _tmpl$(`<p class="route">${props.id}</p>`);
    }
    noteComponents('src/routes/route.tsx', { Route });
    const wrap = (props: { id: string }) => createMemo(() => Route(props))();
    show(() => createComponent(wrap, { id: 'a' }));
    expect(solid.ancestry(element('.route')).map(({ name }) => name)).toEqual(['Route', 'wrap', 'unknown']);
    expect(await solid.describe(element('.route'), 0, context)).toMatchObject({
      componentFilePath: 'src/routes/route.tsx',
      inputs: { id: 'a' },
    });
  });
});

describeInspectorContract({
  inspector: solid,
  context,
  show,
  inside: '.label',
  around: ['Row', 'For', 'App'],
});
