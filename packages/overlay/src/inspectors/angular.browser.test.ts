/** The parts that need no Angular; what a real one says of 30 kinds of elements is in e2e/angular-kinds. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { angular } from './angular.ts';
import { describeInspectorContract } from './testing/inspector-contract.ts';
import { element, pathAround, testContext } from './testing/page.ts';

const context = testContext({
  RowComponent: {
    component: 'src/app/row.ts',
    template: 'src/app/row.html',
    selector: 'li[appRow], tr[appRow]',
  },
});

class _App {
  title = 'shop';
  static ɵcmp = {
    selectors: [['app-root']],
    debugInfo: { className: 'App', filePath: 'src/app/app.ts', lineNumber: 8 },
  };
}
class RowComponent {
  static ɵcmp = {
    selectors: [
      ['tr', 'appRow', ''],
      ['li', 'appRow', ''],
    ],
  };
  label = signal('one');
  amount = 3;
  unset = signal(Symbol('InputSignalNode#UNSET'));
  get broken(): string {
    throw new Error('The app is broken.');
  }
  set written(value: string) {
    this.amount = value.length;
  }
}

function signal(value: unknown) {
  return Object.assign(() => expect.fail('was called'), { [Symbol('SIGNAL')]: { value } });
}

const rowInputs = { label: 'label', count: 'amount', unset: 'unset', broken: 'broken', written: 'written' };
const components = new Map<Element, object>();
const owners = new Map<Element, object>();
const fakeNg = {
  getComponent: (at: Element) => components.get(at) ?? null,
  getOwningComponent: (at: Element) => owners.get(at) ?? null,
  getContext: (at: Element) => owners.get(at) ?? null,
  getHostElement: (of: object) => [...components].find(([, component]) => component === of)?.[0],
  getDirectiveMetadata: (instance: object) => ({ inputs: instance instanceof RowComponent ? rowInputs : {} }),
};

beforeEach(() => {
  Reflect.set(globalThis, 'ng', fakeNg);
  document.body.innerHTML = `<app-root>
    <main data-ng-source-location="src/app/app.html@o:0,l:0,c:0"><ul>
      <li appRow data-ng-source-location="src/app/app.html@o:20,l:3,c:6"><b data-ng-source-location="src/app/row.html@o:4,l:1,c:4">x</b></li>
    </ul></main></app-root>`;
  const [app, row] = [new _App(), new RowComponent()];
  components.set(element('app-root'), app).set(element('li'), row);
  owners.set(element('main'), app).set(element('li'), app).set(element('b'), row);
});

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'ng');
  components.clear();
  owners.clear();
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

  it('describes it with both files, the place in the template and inputs read one by one', async () => {
    expect(await angular.describe(element('b'), 0, context)).toEqual({
      componentName: 'RowComponent',
      selector: 'li[appRow]',
      componentFilePath: 'src/app/row.ts',
      templateFilePath: 'src/app/row.html',
      componentLocation: { file: 'src/app/row.html', line: 2, column: 5 },
      inputs: {
        label: 'one',
        count: 3,
        unset: '[not set]',
        broken: '[throws when read]',
        written: '[write-only]',
      },
    });
    expect(await angular.usedAt(element('b'), 0, context)).toEqual({
      file: 'src/app/app.html',
      line: 4,
      column: 7,
    });
    expect(await pathAround(angular, element('b'), context)).toEqual(['App']);
  });

  it('takes file and template from what the compiler left where there is no manifest', async () => {
    expect(await angular.describe(element('b'), 1, context)).toMatchObject({
      componentFilePath: 'src/app/app.ts',
      templateFilePath: 'src/app/app.html',
      componentLocation: { file: 'src/app/app.html', line: 1, column: 1 },
    });
  });

  it('does not take projected content for the template of the component that shows it', async () => {
    owners.set(element('b'), new _App());
    const { templateFilePath } = await angular.describe(element('b'), 0, testContext());
    expect(templateFilePath).toBeUndefined();
  });

  it('counts what was moved out of its host to the component that wrote it', async () => {
    const place = 'data-ng-source-location="src/app/row.html@o:4,l:7,c:0"';
    document.body.insertAdjacentHTML('beforeend', `<dialog ${place}><i>moved</i></dialog>`);
    const row = components.get(element('li')) ?? expect.fail('The row is gone.');
    owners.set(element('dialog'), row).set(element('i'), row);
    expect(angular.ancestry(element('i'))).toEqual([
      { name: 'RowComponent', selector: 'li[appRow]', hostUp: 1 },
      { name: 'App', selector: 'app-root', hostUp: 1 },
    ]);
    expect(await angular.locate(element('dialog'), context)).toMatchObject({ line: 8 });
    expect(await angular.locate(element('i'), context)).toBeNull();
  });

  it('asks the Angular of a frame about what is in the frame', async () => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const inside = frame.contentDocument?.body ?? expect.fail('The frame is empty.');
    const app = new _App();
    Reflect.set(frame.contentWindow ?? {}, 'ng', {
      getComponent: (at: Element) => (at === inside ? app : null),
    });
    expect(angular.ancestry(inside)).toEqual([{ name: 'App', selector: 'app-root', hostUp: 0 }]);
    expect((await angular.describe(inside, 0, context)).componentFilePath).toBe('src/app/app.ts');
  });

  it.each([
    [[['', 'appHighlight', '']], '[appHighlight]'],
    [[['button', 'type', 'submit']], 'button[type="submit"]'],
    [[['a', 8, 'link']], 'a.link'],
    [[['app-x', 3, 'y', '']], 'app-x'],
    [
      [
        ['i', 'appBound', ''],
        ['b', 'appBound', ''],
      ],
      'b[appBound]',
    ],
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

describe('files of an Angular component', () => {
  const badge = (filePath?: string) => {
    class Badge {
      name = 'badge';
      static ɵcmp = {
        selectors: [['shop-badge']],
        ...(filePath !== undefined && { debugInfo: { className: 'Badge', filePath } }),
      };
    }
    return new Badge();
  };
  const admin = {
    component: 'src/admin/badge.ts',
    template: 'src/admin/badge.html',
    selector: 'admin-badge',
  };
  const shop = { component: 'src/shop/badge.ts', template: 'src/shop/badge.html', selector: 'shop-badge' };
  const filesOf = async (instance: object, manifest: Parameters<typeof testContext>[0]) => {
    components.set(element('b'), instance);
    const told = await angular.describe(element('b'), 0, testContext(manifest));
    return [told.componentFilePath, told.templateFilePath];
  };

  it('are those of the class that the compiler names, of two with one name', async () => {
    expect(await filesOf(badge('src/shop/badge.ts'), { Badge: admin, 'Badge#shop-badge': shop })).toEqual([
      'src/shop/badge.ts',
      'src/shop/badge.html',
    ]);
  });

  it('have no template of another class of that name', async () => {
    expect(await filesOf(badge('src/shop/badge.ts'), { Badge: admin })).toEqual([
      'src/shop/badge.ts',
      undefined,
    ]);
  });

  it('are found by name and selector where the compiler says nothing', async () => {
    expect(await filesOf(badge(), { Badge: admin, 'Badge#shop-badge': shop })).toEqual([
      'src/shop/badge.ts',
      'src/shop/badge.html',
    ]);
  });

  it('stay unknown for a component of a package, whose name the app uses too', async () => {
    expect(await filesOf(badge(), { Badge: admin })).toEqual(['(unresolved: Badge)', undefined]);
  });
});

describeInspectorContract({
  inspector: angular,
  context,
  show: () => undefined,
  inside: 'b',
  around: ['RowComponent', 'App'],
});
