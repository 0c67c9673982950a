import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { angular } from './angular.ts';
import { element, testContext } from './testing/page.ts';

const context = testContext({
  RowComponent: { component: 'src/app/row.ts', template: 'src/app/row.html', selector: 'li[appRow]' },
});

class _App {
  title = 'shop';
  static ɵcmp = {
    selectors: [['app-root']],
    debugInfo: { className: 'App', filePath: 'src/app/app.ts', lineNumber: 8 },
  };
}
class RowComponent {
  static ɵcmp = { selectors: [['li', 'appRow', '']] };
  label = Object.assign(() => 'one', { [Symbol('SIGNAL')]: {} });
  amount = 3;
  unset = Object.assign(
    () => {
      throw new Error('NG0950');
    },
    { [Symbol('SIGNAL')]: {} },
  );
}

const components = new Map<Element, object>();
const fakeNg = {
  getComponent: (at: Element) => components.get(at) ?? null,
  getDirectiveMetadata: (instance: object) =>
    instance instanceof RowComponent
      ? { inputs: { label: 'label', count: 'amount', unset: 'unset' } }
      : { inputs: {} },
};

beforeEach(() => {
  Reflect.set(globalThis, 'ng', fakeNg);
  document.body.innerHTML = `<app-root data-ng-source-location="src/index.html@o:1,l:9,c:2">
    <main data-ng-source-location="src/app/app.html@o:0,l:0,c:0"><ul>
      <li appRow data-ng-source-location="src/app/app.html@o:20,l:3,c:6"><b data-ng-source-location="src/app/row.html@o:4,l:1,c:4">x</b></li>
    </ul></main></app-root>`;
  components.set(element('app-root'), new _App()).set(element('li'), new RowComponent());
});

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'ng');
  components.clear();
  document.body.innerHTML = '';
});

describe('Angular', () => {
  it('names the components whose hosts are around an element', () => {
    expect(angular.ancestry(element('b'))).toEqual([
      { name: 'RowComponent', selector: 'li[appRow]', hostUp: 1 },
      { name: 'App', selector: 'app-root', hostUp: 4 },
    ]);
  });

  it('counts a host as part of its own component', () => {
    expect(angular.ancestry(element('li'))[0]?.name).toBe('RowComponent');
  });

  it('describes it with both files, the place in the template and signals read', async () => {
    expect(await angular.describe(element('b'), 0, context)).toEqual({
      componentName: 'RowComponent',
      selector: 'li[appRow]',
      componentFilePath: 'src/app/row.ts',
      templateFilePath: 'src/app/row.html',
      sourceLocation: { file: 'src/app/row.html', line: 2, column: 5 },
      inputs: { label: 'one', count: 3, unset: '[unreadable]' },
      componentTreePath: ['App'],
    });
  });

  it('takes file and template from what the compiler left where there is no manifest', async () => {
    expect(await angular.describe(element('b'), 1, context)).toMatchObject({
      componentFilePath: 'src/app/app.ts',
      templateFilePath: 'src/app/app.html',
    });
  });

  it.each([
    [[['', 'appHighlight', '']], '[appHighlight]'],
    [[['button', 'type', 'submit']], 'button[type="submit"]'],
    [[['a', 8, 'link']], 'a.link'],
    [[['app-x', 3, 'y', '']], 'app-x'],
  ])('writes the selector %j', (selectors, expected) => {
    class Other {
      name = 'other';
      static ɵcmp = { selectors };
    }
    components.set(element('b'), new Other());
    expect(angular.ancestry(element('b'))[0]?.selector).toBe(expected);
  });

  it('says nothing without Angular, or when Angular throws', () => {
    Reflect.set(globalThis, 'ng', {
      getComponent: () => {
        throw new Error('no');
      },
    });
    expect(angular.ancestry(element('b'))).toEqual([]);
    Reflect.deleteProperty(globalThis, 'ng');
    expect(angular.ancestry(element('b'))).toEqual([]);
  });
});
