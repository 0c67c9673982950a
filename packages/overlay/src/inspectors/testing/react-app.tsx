/** @jsxImportSource react */
/** An app of React 19 with each kind of component. Tests ask for the lines and columns of its elements. */
import {
  act,
  Component,
  createContext,
  forwardRef,
  Fragment,
  lazy,
  memo,
  type ReactNode,
  StrictMode,
  Suspense,
} from 'react';
import { createPortal } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll } from 'vitest';

import { lineOf } from './page.ts';

/** The path of this file in the repository. */
export const appFile = 'packages/overlay/src/inspectors/testing/react-app.tsx';

/** 1-based line of the first place where this file says this. */
export function lineInApp(text: string): Promise<number> {
  return lineOf(import.meta.url, text);
}

/** How often `Price` was rendered, to see that an inspector renders nothing. */
export const renders = { ofPrice: 0 };

export function Price({ amount }: { amount: number }) {
  renders.ofPrice++;
  return <output className="price">{amount}</output>; // mark: price
}

export function Card({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <article className="card">
      <h2>{title}</h2>
      {children}
    </article>
  );
}

function List() {
  return (
    <ul>
      {[3, 5, 8].map((amount) => (
        <li key={amount}>
          <Price amount={amount} />
        </li>
      ))}
    </ul>
  );
}

export function Modal({ children }: { children: ReactNode }) {
  return createPortal(
    <div className="modal">
      <p className="inside">{children}</p>
    </div>,
    document.body,
  );
}

export class Old extends Component<{ label: string }> {
  override render() {
    return <b className="old">{this.props.label}</b>; // mark: old
  }
}

export const Memo = memo(function Memoised({ x }: { x: number }) {
  return <i className="memo">{x}</i>;
});
export const Named = memo(Price, () => false);
Named.displayName = 'NamedMemo';
export const Ref = forwardRef<HTMLElement, { y: string }>(function Referring({ y }, ref) {
  return (
    <em className="ref" ref={ref}>
      {y}
    </em>
  );
});
export const Lazy = lazy(() => Promise.resolve({ default: Card }));
const Context = createContext(0);

export function Passing({ children }: { children: ReactNode }) {
  return children;
}

export function App({ extra }: { extra?: ReactNode }) {
  return (
    <StrictMode>
      <Context value={1}>
        <main className="app">
          <Suspense fallback={null}>
            <Fragment>
              <Card title="One">
                <Price amount={1} />
              </Card>
              <List />
              {extra}
            </Fragment>
          </Suspense>
        </main>
      </Context>
    </StrictMode>
  );
}

let root: Root | null = null;
const container = document.createElement('div');

/** Renders it on the page, until the test ends. */
export async function show(node: ReactNode): Promise<void> {
  document.body.append(container);
  root ??= createRoot(container);
  await act(async () => {
    root?.render(node);
    await Promise.resolve();
  });
}

/** To be called once per test file: removes after each test what it has shown. */
export function removeAfterEach(): void {
  beforeAll(() => {
    Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  });
  afterEach(async () => {
    await act(async () => {
      root?.unmount();
      await Promise.resolve();
    });
    root = null;
    container.remove();
  });
}
