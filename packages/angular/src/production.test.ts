import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openPage } from '@annotate-mcp/hub/testing/browser';

import { builtLibrary, createWorkspace, type Workspace } from './testing/built-apps.ts';

const markers = ['nga-overlay', '__annotate', '__ANNOTATE_OVERLAY__', 'annotate-mcp:'];

/** The same app with and without annotate-mcp. */
const moduleApp = (imported: string, imports: string, providers: string) => `
import { Component, NgModule, provideZonelessChangeDetection } from '@angular/core';
import { BrowserModule, platformBrowser } from '@angular/platform-browser';
${imported}
@Component({ selector: 'app-root', template: 'kept', standalone: false })
class App {}
@NgModule({
  imports: [BrowserModule, ${imports}],
  declarations: [App],
  bootstrap: [App],
  providers: [provideZonelessChangeDetection(), ${providers}],
})
class AppModule {}
void platformBrowser().bootstrapModule(AppModule);
`;

/** A standalone app that also uses the services. */
const services = `
import { Component, inject, provideZonelessChangeDetection } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { BridgeService, InspectorService, provideNgAnnotate } from '@annotate-mcp/angular';
@Component({ selector: 'app-root', template: 'kept' })
class App {
  constructor() {
    void this.use(inject(BridgeService), inject(InspectorService));
  }
  async use(bridge: BridgeService, inspector: InspectorService) {
    const said: unknown[] = [];
    bridge.session$.subscribe((value) => said.push(value));
    bridge.annotations$.subscribe((value) => said.push(value));
    bridge.connected$.subscribe((value) => said.push(value));
    said.push(await inspector.getComponentContext(document.body), await bridge.deleteAnnotation('id'));
    Object.assign(globalThis, { said });
  }
}
void bootstrapApplication(App, { providers: [provideZonelessChangeDetection(), provideNgAnnotate()] });
`;

let workspace: Workspace;
let library: string;
beforeAll(async () => {
  library = builtLibrary();
  const ours = "import { NgAnnotateModule, provideNgAnnotate } from '@annotate-mcp/angular';";
  workspace = await createWorkspace({
    plain: moduleApp('', '', ''),
    annotated: moduleApp(ours, 'NgAnnotateModule', "provideNgAnnotate(), provideNgAnnotate({ hub: '/hub' })"),
    services,
  });
}, 180_000);
afterAll(() => workspace[Symbol.dispose]());

it('looks for texts that the library contains', () => {
  expect(markersIn(library)).toEqual(markers);
});

describe('ng build', { timeout: 240_000 }, () => {
  it('contains no byte of this package for its module and its provider', { tags: ['full'] }, async () => {
    const [built, without] = await Promise.all([workspace.build('annotated'), workspace.build('plain')]);
    expect(built.licences).toContain('@angular/core');
    expect(built.licences).not.toContain('annotate-mcp');
    expect(built.code).toContain('kept');
    expect(markersIn(built.code)).toEqual([]);
    expect(built.code.length - without.code.length).toBeLessThan(300);
    await using browser = await openPage('about:blank');
    await browser.page.setContent('<app-root></app-root>');
    await browser.page.addScriptTag({ type: 'module', content: built.code });
    await browser.page.getByText('kept').waitFor();
    expect(browser.errors).toEqual([]);
  });

  it('keeps services that return empty values', { tags: ['full'] }, async () => {
    const built = await workspace.build('services');
    expect(markersIn(built.code)).toEqual([]);
    await using browser = await openPage('about:blank');
    const { page, errors } = browser;
    await page.setContent('<app-root></app-root>');
    await page.addScriptTag({ type: 'module', content: built.code });
    const said = await page.waitForFunction(() => (globalThis as { said?: unknown }).said);
    expect(await said.jsonValue()).toEqual([null, [], false, null, false]);
    expect(errors).toEqual([]);
  });
});

function markersIn(built: string): string[] {
  return markers.filter((marker) => built.includes(marker));
}
