import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { read } from './foreign.ts';
import { react } from './react.ts';
import { element, pathAround, testConfig, testContext } from './testing/page.ts';

interface React18 {
  createElement: (type: unknown, props: object | null, ...children: unknown[]) => unknown;
}
interface ReactDom18 {
  createRoot: (container: Element) => { render: (node: unknown) => void; unmount: () => void };
  flushSync: (run: () => void) => void;
}

const context = testContext();
const container = document.createElement('div');
let unmount = (): void => undefined;

/** The JSX compiler of React 18's time passes the place along. */
function jsx(react18: React18, type: unknown, props: object, line: number, ...children: unknown[]): unknown {
  const __source = { fileName: `${testConfig.projectRoot}/src/App.jsx`, lineNumber: line, columnNumber: 7 };
  return react18.createElement(type, { ...props, __source }, ...children);
}

beforeAll(async () => {
  await loadScript('/node_modules/react-18/umd/react.development.js');
  await loadScript('/e2e/node_modules/react-dom-18/umd/react-dom.development.js');
  const react18 = read(globalThis, 'React') as React18;
  const dom = read(globalThis, 'ReactDOM') as ReactDom18;
  const Row = ({ label }: { label: string }) => jsx(react18, 'li', { className: 'row' }, 12, label);
  const App = () =>
    jsx(
      react18,
      'ul',
      { className: 'list' },
      20,
      jsx(react18, Row, { label: 'a', key: 1 }, 21),
      jsx(react18, Row, { label: 'b', key: 2 }, 22),
    );
  document.body.append(container);
  const root = dom.createRoot(container);
  unmount = () => {
    root.unmount();
  };
  dom.flushSync(() => {
    root.render(jsx(react18, App, {}, 30));
  });
});

afterAll(() => {
  unmount();
  container.remove();
});

/** As a script, the way pages of its time do: that build is no module. */
async function loadScript(path: string): Promise<void> {
  const code = await (await fetch(path)).text();
  const script = document.createElement('script');
  script.textContent = code.replace(/^\/\/# sourceMappingURL.*$/m, '');
  document.head.append(script);
  script.remove();
}

describe('React 18', () => {
  it('reads places, props and names off its fibers', async () => {
    const row = element('.row:last-child');
    expect(react.ancestry(row)).toEqual([
      { name: 'Row', selector: 'Row', hostUp: 0 },
      { name: 'App', selector: 'App', hostUp: 1 },
    ]);
    expect(await react.describe(row, 0, context)).toEqual({
      componentName: 'Row',
      selector: 'Row',
      componentFilePath: 'src/App.jsx',
      componentLocation: { file: 'src/App.jsx', line: 12, column: 7 },
      inputs: { label: 'b' },
    });
    expect(await react.usedAt(row, 0, context)).toEqual({ file: 'src/App.jsx', line: 22, column: 7 });
    expect(await pathAround(react, row, context)).toEqual(['App']);
    expect(await react.locate(row, context)).toEqual({ file: 'src/App.jsx', line: 12, column: 7 });
    expect(await react.describe(row, 1, context)).toMatchObject({
      componentLocation: { file: 'src/App.jsx', line: 20, column: 7 },
    });
  });
});
