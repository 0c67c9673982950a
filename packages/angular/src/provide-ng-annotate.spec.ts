import {
  ApplicationRef,
  Component,
  CSP_NONCE,
  type DoCheck,
  NgModule,
  PLATFORM_ID,
  provideZonelessChangeDetection,
} from '@angular/core';
import { BrowserModule, createApplication, platformBrowser } from '@angular/platform-browser';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { NG_ANNOTATE_OPTIONS } from './options';
import { NgAnnotateModule, provideNgAnnotate } from './provide-ng-annotate';
import { addElement, online, hubOptions, overlays, patience, startApp, type Zone } from './testing/start-app';

let checks = 0;

@Component({ selector: 'app-root', template: '<button>{{ title }}</button>' })
class App implements DoCheck {
  readonly title = 'Harbor';
  ngDoCheck(): void {
    checks++;
  }
}

describe('provideNgAnnotate', () => {
  it.each<Zone>(['zoneless', 'zone'])('mounts the overlay of the hub in a %s app', async (zone) => {
    const app = await startApp(App, [provideNgAnnotate(hubOptions())], zone);
    await online();
    app.destroy();
    expect(overlays()).toEqual([]);
  });

  it.each<Zone>(['zoneless', 'zone'])('triggers no change detection in a %s app', async (zone) => {
    const app = await startApp(App, [provideNgAnnotate(hubOptions())], zone);
    const overlay = await online();
    await app.whenStable();
    const before = checks;
    for (const code of ['KeyA', 'KeyP']) press(overlay, code);
    await vi.waitUntil(() => overlay.shadowRoot?.querySelector('.nga-hint'), patience);
    // A timer or task of the overlay inside the zone would have run by now.
    await new Promise(requestAnimationFrame);
    await app.whenStable();
    expect(checks).toBe(before);
  });

  it('mounts one overlay for two apps, and closes it with the last of them', async () => {
    const first = await startApp(App, [provideNgAnnotate(hubOptions())]);
    const second = await startApp(App, [provideNgAnnotate(hubOptions())], 'zone');
    const overlay = await online();
    first.destroy();
    expect(overlays()).toEqual([overlay]);
    second.destroy();
    expect(overlays()).toEqual([]);
  });

  it('mounts the overlay again with an app that is started again', async () => {
    const first = await startApp(App, [provideNgAnnotate(hubOptions())]);
    const before = await online();
    first.destroy();
    await startApp(App, [provideNgAnnotate(hubOptions())]);
    expect(await online()).not.toBe(before);
  });

  it('closes an overlay that has loaded after the app was destroyed', async () => {
    const app = await startApp(App, [provideNgAnnotate(hubOptions())]);
    await vi.waitUntil(scriptInPage, patience);
    app.destroy();
    await vi.waitUntil(() => scriptInPage() === null, patience);
    await vi.waitUntil(() => overlays().length === 0, patience);
  });

  it('does not close an overlay that another script has mounted', async () => {
    await startApp(App, [provideNgAnnotate(hubOptions())]);
    const overlay = await online();
    const hosts = globalThis.__ANNOTATE_HOSTS__;
    globalThis.__ANNOTATE_HOSTS__ = undefined;
    const guest = await startApp(App, [provideNgAnnotate(hubOptions())]);
    await guest.whenStable();
    guest.destroy();
    expect(overlays()).toEqual([overlay]);
    globalThis.__ANNOTATE_HOSTS__ = hosts;
  });

  it('does nothing on the server', async () => {
    const app = await createApplication({
      providers: [
        provideZonelessChangeDetection(),
        { provide: PLATFORM_ID, useValue: 'server' },
        provideNgAnnotate(hubOptions()),
      ],
    });
    await app.whenStable();
    expect([scriptInPage(), globalThis.__ANNOTATE_HOSTS__ ?? 0]).toEqual([null, 0]);
    app.destroy();
  });

  it('uses the nonce of the page', async () => {
    await startApp(App, [{ provide: CSP_NONCE, useValue: 'n0nce' }, provideNgAnnotate(hubOptions())]);
    expect((await vi.waitUntil(scriptInPage, patience)).nonce).toBe('n0nce');
    await online();
  });

  it('warns once without our dev server, and the app runs', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    onTestFinished(() => warn.mockRestore());
    await startApp(App, [provideNgAnnotate({ hub: '/no-such-folder' }), provideNgAnnotate()]);
    await vi.waitUntil(() => warn.mock.calls.flat().some(isOurs), patience);
    expect(warn.mock.calls.flat().filter(isOurs)).toEqual([
      expect.stringContaining('@annotate-mcp/angular:dev-server'),
    ]);
    expect(document.querySelector('app-root')?.textContent).toBe('Harbor');
    expect(overlays()).toEqual([]);
  });
});

describe('NgAnnotateModule', () => {
  it('mounts the overlay in an app with modules', async () => {
    addElement('app-in-module');
    const app = await platformBrowser().bootstrapModule(AppModule);
    await online();
    expect(app.injector.get(ApplicationRef).viewCount).toBe(2);
    app.destroy();
    expect(overlays()).toEqual([]);
  });
});

@Component({ selector: 'app-in-module', template: '', standalone: false })
class AppInModule {}

@NgModule({
  imports: [BrowserModule, NgAnnotateModule],
  declarations: [AppInModule],
  bootstrap: [AppInModule],
  providers: [provideZonelessChangeDetection(), { provide: NG_ANNOTATE_OPTIONS, useFactory: hubOptions }],
})
class AppModule {}

function press(overlay: HTMLElement, code: string): void {
  const init = { code, altKey: true, shiftKey: true, bubbles: true, composed: true, cancelable: true };
  overlay.ownerDocument.body.dispatchEvent(new KeyboardEvent('keydown', init));
}

function scriptInPage(): HTMLScriptElement | null {
  return document.querySelector('script[src*="__annotate/overlay.js"]');
}

function isOurs(said: unknown): boolean {
  return String(said).startsWith('annotate-mcp: ');
}
