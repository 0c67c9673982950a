import { Component, input } from '@angular/core';
import { describe, expect, it } from 'vitest';

import { InspectorService } from './inspector-service';
import { provideNgAnnotate } from './provide-ng-annotate';
import { hubOptions, startApp } from './testing/start-app';

@Component({ selector: 'app-card', template: '<b>{{ title() }}</b>' })
class Card {
  readonly title = input.required<string>();
}

@Component({ selector: 'app-root', imports: [Card], template: '<app-card title="Harbor" />' })
class App {}

describe('getComponentContext', () => {
  it('is the component nearest to the element, also when called before the overlay has loaded', async () => {
    const app = await startApp(App, [provideNgAnnotate(hubOptions())]);
    const context = await app.injector.get(InspectorService).getComponentContext(find('app-card b'));
    expect(context).toMatchObject({
      componentName: 'Card',
      selector: 'app-card',
      inputs: { title: 'Harbor' },
      componentTreePath: ['App'],
    });
    expect(context?.domSnapshot).toContain('Harbor');
    expect(context).not.toHaveProperty('kind');
  });

  it('is null where there is no component', async () => {
    const app = await startApp(App, [provideNgAnnotate(hubOptions())]);
    expect(await app.injector.get(InspectorService).getComponentContext(document.body)).toBeNull();
  });

  it('is null where there is no overlay', async () => {
    const app = await startApp(App, []);
    expect(await app.injector.get(InspectorService).getComponentContext(find('app-card b'))).toBeNull();
  });
});

function find(selector: string): Element {
  const found = document.querySelector(selector);
  if (found === null) throw new Error(`There is no ${selector} on the page.`);
  return found;
}
