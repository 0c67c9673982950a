import { afterEach, expect, it } from 'vitest';

import { componentAttribute } from './component-attribute.ts';
import { describeInspectorContract } from './testing/inspector-contract.ts';
import { element, testContext } from './testing/page.ts';

const context = testContext();

/** The attributes that the dev server writes into the outermost elements of a component. */
function outermost(component: string, source: string): string {
  return `data-annotate-component="${component}" data-annotate-source="${source}"`;
}

function show(): void {
  document.body.innerHTML = `
    <div ${outermost('Layout', 'app/layout.jsx:3:5')}>
      <main ${outermost('Page', 'app/page.jsx:9:5')}>
        <ul data-annotate-source="app/page.jsx:10:7">
          <li ${outermost('Page', 'app/page.jsx:5:20')}><b>row</b></li>
        </ul>
        <article ${outermost('Reply', 'app/reply.jsx:2:5')}>
          <article ${outermost('Reply', 'app/reply.jsx:2:5')}><i>inner</i></article>
        </article>
      </main>
    </div>`;
}

afterEach(() => {
  document.body.innerHTML = '';
});

it('tells file and beginning of a component that left no trace in the page', async () => {
  show();
  expect(await componentAttribute.describe(element('main'), 0, context)).toEqual({
    componentName: 'Page',
    selector: 'Page',
    componentFilePath: 'app/page.jsx',
    componentLocation: { file: 'app/page.jsx', line: 9, column: 5 },
    inputs: {},
  });
});

it('tells uses of a component inside of itself apart', () => {
  show();
  expect(componentAttribute.ancestry(element('i')).map(({ name }) => name)).toEqual([
    'Reply',
    'Reply',
    'Page',
    'Layout',
  ]);
});

it('leaves what React has rendered in the browser to the inspector of React', () => {
  show();
  const fiber = (props: object, owner: object | null) => ({
    tag: 0,
    return: null,
    alternate: null,
    memoizedProps: props,
    _debugOwner: owner,
  });
  const link = fiber({ 'data-annotate-component': 'Page' }, null);
  Object.assign(element('main'), { __reactFiber$1: fiber({}, link) });
  expect(componentAttribute.ancestry(element('main')).map(({ name }) => name)).toEqual(['Page', 'Layout']);
  Object.assign(element('main'), { __reactFiber$1: fiber({}, fiber({}, null)) });
  expect(componentAttribute.ancestry(element('main')).map(({ name }) => name)).toEqual(['Layout']);
});

describeInspectorContract({
  inspector: componentAttribute,
  context,
  show,
  inside: 'b',
  around: ['Page', 'Layout'],
});
