/** @jsxImportSource react */
import { act, type ComponentProps, memo, type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { describe, expect, it, vi } from 'vitest';

import { stepsOut } from './dom-tree.ts';
import type { InspectContext } from './inspector.ts';
import { react } from './react.ts';
import { noteComponents } from './testing/component-notes.ts';
import { describeInspectorContract } from './testing/inspector-contract.ts';
import { element, lineOf, pathAround, testContext } from './testing/page.ts';
import {
  App,
  appFile,
  Card,
  Lazy,
  lineInApp,
  Memo,
  Modal,
  Named,
  Old,
  Passing,
  Price,
  Ref,
  removeAfterEach,
  renders,
  show,
} from './testing/react-app.tsx';

const ownFile = 'packages/overlay/src/inspectors/react.browser.test.tsx';
const context: InspectContext = testContext({ Listed: { component: 'src/Listed.tsx' } });

removeAfterEach();

describe('React 19', () => {
  it('names the components around an element, nearest first, with their outermost elements', async () => {
    await show(<App />);
    const price = element('.card .price');
    const ancestry = react.ancestry(price);
    expect(ancestry.map(({ name }) => name)).toEqual(['Price', 'Card', 'App']);
    expect(ancestry.map(({ hostUp }) => stepsOut(price, hostUp).className)).toEqual(['price', 'card', 'app']);
  });

  it('passes over React’s own parts and sees through memo, forwardRef, lazy and classes', async () => {
    await show(
      <App
        extra={
          <>
            <Old label="a" />
            <Memo x={1} />
            <Named amount={2} />
            <Ref y="b" />
            <Lazy title="c">
              <s className="lazy" />
            </Lazy>
          </>
        }
      />,
    );
    await expect.poll(() => document.querySelector('.lazy')).not.toBeNull();
    const nearest = (selector: string) => react.ancestry(element(selector))[0]?.name;
    expect(['.old', '.memo', 'output:not(li *):not(.card *)', '.ref', '.lazy'].map(nearest)).toEqual([
      'Old',
      'Memoised',
      'NamedMemo',
      'Referring',
      'Card',
    ]);
    expect(react.ancestry(element('.memo')).map(({ name }) => name)).toEqual(['Memoised', 'App']);
  });

  it('names a component as it is written where a compiler has renamed its function', async () => {
    const Row = memo(function Row2() {
      return <i className="renamed" />;
    });
    noteComponents('src/row.tsx', { Row });
    await show(<Row />);
    expect(react.ancestry(element('.renamed')).map(({ name }) => name)).toEqual(['Row']);
  });

  it('finds the exact line and column of the JSX of an element', async () => {
    await show(<App />);
    expect(await react.locate(element('.card .price'), context)).toEqual({
      file: appFile,
      line: await lineInApp('mark: price'),
      column: 10,
    });
    expect(await react.locate(element('.card'), context)).toEqual({
      file: appFile,
      line: await lineInApp('<article className="card">'),
      column: 5,
    });
  });

  it('finds the first thing that an outer component wrote', async () => {
    await show(<App />);
    const { componentLocation } = await react.describe(element('.card .price'), 2, context);
    expect(componentLocation?.line).toBe(await lineInApp('<StrictMode>'));
  });

  it('describes a component with file, props, and path', async () => {
    await show(<App />);
    const details = await react.describe(element('.card h2'), 0, context);
    expect(details).toMatchObject({
      componentName: 'Card',
      selector: 'Card',
      componentFilePath: appFile,
      inputs: { title: 'One', children: '<Price …>' },
    });
    expect(await pathAround(react, element('.card h2'), context)).toEqual(['App']);
    expect(details.componentLocation?.line).toBe(await lineInApp('<article className="card">'));
  });

  it('tells list items apart by their props', async () => {
    await show(<App />);
    const prices = [...document.querySelectorAll('li .price')];
    const described = await Promise.all(prices.map((price) => react.describe(price, 0, context)));
    expect(described.map(({ inputs }) => inputs)).toEqual([{ amount: 3 }, { amount: 5 }, { amount: 8 }]);
    expect(await pathAround(react, element('li .price'), context)).toEqual(['App', 'List']);
  });

  it('keeps to the DOM where a portal leaves it', async () => {
    await show(<App extra={<Modal>hello</Modal>} />);
    const inside = element('.inside');
    const ancestry = react.ancestry(inside);
    expect(ancestry.map(({ name }) => name)).toEqual(['Modal', 'App']);
    expect(ancestry.map(({ hostUp }) => stepsOut(inside, hostUp).className)).toEqual(['modal', 'modal']);
  });

  it('finds the outermost element when a portal leads into the component’s own', async () => {
    function Inward() {
      const [slot, setSlot] = useState<HTMLElement | null>(null);
      return (
        <section className="outer">
          <div className="slot" ref={setSlot} />
          {slot !== null && createPortal(<u className="ported" />, slot)}
        </section>
      );
    }
    await show(<Inward />);
    const ported = element('.ported');
    expect(react.ancestry(ported).map(({ hostUp }) => stepsOut(ported, hostUp).className)).toEqual(['outer']);
  });

  it('shows the props of now, not of the render before', async () => {
    let set: (amount: number) => void = () => undefined;
    function Counter() {
      const [amount, setAmount] = useState(0);
      set = setAmount;
      return <Price amount={amount} />;
    }
    await show(<Counter />);
    for (const amount of [1, 2, 3]) {
      await act(async () => {
        set(amount);
        await Promise.resolve();
      });
      const { inputs } = await react.describe(element('.price'), 0, context);
      expect(inputs).toEqual({ amount });
    }
  });

  it('knows the component of elements that React did not make, and no line for them', async () => {
    await show(<Card title="x" />);
    const foreign = document.createElement('span');
    element('.card h2').append(foreign);
    expect(react.ancestry(foreign)).toEqual([{ name: 'Card', selector: 'Card', hostUp: 2 }]);
    expect(await react.locate(foreign, context)).toBeNull();
    foreign.remove();
  });

  it('knows no file of a component that writes nothing itself, whatever the manifest has under its name', async () => {
    const Listed = ({ children }: { children: ReactNode }) => children;
    await show(
      <Listed>
        <Passing>
          <p className="passed" />
        </Passing>
      </Listed>,
    );
    const passed = element('.passed');
    expect(react.ancestry(passed).map(({ name }) => name)).toEqual(['Passing', 'Listed']);
    expect((await react.describe(passed, 0, context)).componentFilePath).toBe('(unresolved: Passing)');
    expect((await react.describe(passed, 1, context)).componentFilePath).toBe('(unresolved: Listed)');
  });

  it('takes the file of a component from the attribute that a compiler wrote into its JSX', async () => {
    const Marked = () => <p className="marked" data-annotate-source="src/Marked.tsx:7:3" />;
    await show(<Marked />);
    expect(await react.files(element('.marked'), context)).toEqual(['src/Marked.tsx']);
    expect(await react.describe(element('.marked'), 0, context)).toMatchObject({
      componentLocation: { file: 'src/Marked.tsx', line: 7, column: 3 },
    });
    expect(await react.usedAt(element('.marked'), 0, context)).toMatchObject({
      file: ownFile,
      line: await lineOf(import.meta.url, 'show(<Marked />)'),
    });
  });

  it('takes the place of use from the note about the tag, while the module is the one that made it', async () => {
    const noted = <Card title="noted" />;
    const tags = {
      of: new WeakMap([[noted.props as object, { path: 'src/page.tsx', version: 'a', at: '31:5' }]]),
      newest: { 'src/page.tsx': 'a' },
    };
    Reflect.set(globalThis, Symbol.for('annotate.tags'), tags);
    await show(noted);
    expect(await react.usedAt(element('.card'), 0, context)).toEqual({
      file: 'src/page.tsx',
      line: 31,
      column: 5,
    });
    tags.newest['src/page.tsx'] = 'b';
    expect(await react.usedAt(element('.card'), 0, context)).toMatchObject({ file: ownFile });
    Reflect.deleteProperty(globalThis, Symbol.for('annotate.tags'));
  });

  it('takes no file from an attribute that the component only passes on', async () => {
    const PassingOn = (props: ComponentProps<'a'>) => <a className="passed" {...props} />;
    await show(<PassingOn data-annotate-source="src/page.tsx:3:5" />);
    expect(await react.files(element('.passed'), context)).toEqual([ownFile]);
    expect(await react.describe(element('.passed'), 0, context)).toMatchObject({
      componentFilePath: ownFile,
    });
  });

  it('leaves components that are not written in the project out of the path', async () => {
    await show(
      <App
        extra={
          <Passing>
            <Card title="Two">
              <s className="deep" />
            </Card>
          </Passing>
        }
      />,
    );
    expect(react.ancestry(element('.deep')).map(({ name }) => name)).toEqual(['Card', 'Passing', 'App']);
    expect(await pathAround(react, element('.deep'), context)).toEqual(['App']);
  });

  it('gives the root of a library’s component the line of its tag, and what is inside of it none', async () => {
    // A library's component has no file of the project: here one whose elements have no stack.
    const { createElement } = await import('react');
    const Library = () => {
      const inner = createElement('u', { className: 'library-inner' });
      const outer = createElement('q', { className: 'library-root' }, inner);
      for (const made of [inner, outer])
        Reflect.deleteProperty(Reflect.get(made, '_debugStack') as object, 'stack');
      return outer;
    };
    await show(<Library /* mark: library */ />);
    expect((await react.locate(element('.library-root'), context))?.line).toBe(
      await lineOf(import.meta.url, '/* mark: library'),
    );
    expect(await react.locate(element('.library-inner'), context)).toBeNull();
  });

  it('never calls a component', async () => {
    await show(<Old label="a" />);
    await show(<Price amount={1} />);
    const before = renders.ofPrice;
    await react.describe(element('.price'), 0, context);
    expect(renders.ofPrice).toBe(before);
  });

  it('knows the file and line of a class component', async () => {
    await show(<Old label="a" />);
    expect(await react.describe(element('.old'), 0, context)).toMatchObject({
      componentName: 'Old',
      componentFilePath: appFile,
      componentLocation: { file: appFile, line: await lineInApp('mark: old') },
      inputs: { label: 'a' },
    });
  });

  it('fetches each module once, however often it is asked', async () => {
    await show(<App />);
    await react.locate(element('.card'), context);
    const spy = vi.spyOn(globalThis, 'fetch');
    for (const at of document.querySelectorAll('.app *')) await react.locate(at, context);
    expect(spy).not.toHaveBeenCalled();
    spy.mockRestore();
  });

  it('says nothing about a page without React', () => {
    expect(react.ancestry(document.body)).toEqual([]);
  });
});

describeInspectorContract({
  inspector: react,
  context,
  show: () => show(<App />),
  inside: '.card .price',
  around: ['Price', 'Card', 'App'],
});
