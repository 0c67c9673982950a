import { Component, type ComponentChildren, createPortal, render } from 'preact';
import { afterEach, describe, expect, it } from 'vitest';

import { stepsOut } from './dom-tree.ts';
import { preact } from './preact.ts';
import { noteComponents } from './testing/component-notes.ts';
import { describeInspectorContract } from './testing/inspector-contract.ts';
import { element, pathAround, testContext } from './testing/page.ts';

const context = testContext();
const at = (place: string) => ({ 'data-annotate-source': place });

function Row2({ label }: { label: string; token: string }) {
  return (
    <li class="row" {...at('src/list.tsx:1:30')}>
      <b class="label">{label}</b>
    </li>
  );
}

class List extends Component<{ labels: readonly string[] }> {
  override render() {
    return (
      <ul class="list">
        {this.props.labels.map((label) => (
          <Row2 key={label} label={label} token="abc" />
        ))}
      </ul>
    );
  }
}

/** A library's: it is not noted. */
function Provider({ children }: { children: ComponentChildren }) {
  return <>{children}</>;
}

function App({ labels = ['one', 'two'] }: { labels?: readonly string[] }) {
  return (
    <Provider>
      <main class="app">
        <List labels={labels} />
        {createPortal(<Row2 label="ported" token="x" />, document.body)}
      </main>
    </Provider>
  );
}

noteComponents('src/list.tsx', { Row: Row2, List });
noteComponents('src/app.tsx', { App });

const container = document.createElement('div');

function show(labels?: readonly string[]): void {
  document.body.append(container);
  render(<App {...(labels !== undefined && { labels })} />, container);
}

afterEach(() => {
  render(null, container);
  container.remove();
});

describe('Preact', () => {
  it('names the components around an element as they are written, with their outermost elements', () => {
    show();
    const label = element('.list .label');
    const ancestry = preact.ancestry(label);
    expect(ancestry.map(({ name }) => name)).toEqual(['Row', 'List', 'Provider', 'App']);
    expect(ancestry.map(({ hostUp }) => stepsOut(label, hostUp).className)).toEqual([
      'row',
      'list',
      'app',
      'app',
    ]);
  });

  it('describes list items with their own props as they are now, secrets left out', async () => {
    show();
    show(['one', 'three']);
    const described = await Promise.all(
      [...document.querySelectorAll('.list .label')].map((label) => preact.describe(label, 0, context)),
    );
    expect(described.map(({ inputs }) => inputs)).toEqual([
      { label: 'one', token: '[redacted]' },
      { label: 'three', token: '[redacted]' },
    ]);
    expect(described[0]).toMatchObject({
      componentName: 'Row',
      componentFilePath: 'src/list.tsx',
      componentLocation: { file: 'src/list.tsx', line: 1, column: 1 },
    });
  });

  it('lists the components of the project only', async () => {
    show();
    const label = element('.list .label');
    expect(await preact.files(label, context)).toEqual(['src/list.tsx', 'src/list.tsx', null, 'src/app.tsx']);
    expect(await pathAround(preact, label, context)).toEqual(['App', 'List']);
  });

  it('knows the components around what a portal shows elsewhere', async () => {
    show();
    const ported = element('body > .row .label');
    expect((await preact.describe(ported, 0, context)).inputs).toMatchObject({ label: 'ported' });
    expect(await pathAround(preact, ported, context)).toEqual(['App']);
  });
});

describeInspectorContract({
  inspector: preact,
  context,
  show,
  inside: '.list .label',
  around: ['Row', 'List', 'Provider', 'App'],
});
