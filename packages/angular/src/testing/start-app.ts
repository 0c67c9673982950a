/** Starts real apps on the page of a test. They are destroyed when the test has finished. */
import {
  type ApplicationRef,
  type EnvironmentProviders,
  type Provider,
  provideZoneChangeDetection,
  provideZonelessChangeDetection,
  type Type,
} from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { inject, onTestFinished, vi } from 'vitest';

import type {} from './provided-context';

export type Zone = 'zone' | 'zoneless';

/** Options for the hub of the tests. */
export const hubOptions = () => ({ hub: inject('hub') });

export async function startApp(
  root: Type<unknown>,
  providers: (Provider | EnvironmentProviders)[],
  zone: Zone = 'zoneless',
): Promise<ApplicationRef> {
  const detection = zone === 'zone' ? provideZoneChangeDetection() : provideZonelessChangeDetection();
  addElement('app-root');
  const app = await bootstrapApplication(root, { providers: [detection, ...providers] });
  onTestFinished(() => {
    if (!app.destroyed) app.destroy();
  });
  return app;
}

export function addElement(name: string): void {
  const element = document.createElement(name);
  document.body.append(element);
  onTestFinished(() => element.remove());
}

export function overlays(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('nga-overlay')];
}

export async function online(): Promise<HTMLElement> {
  return vi.waitUntil(() => {
    const [overlay, ...more] = overlays();
    return overlay?.dataset.connection === 'online' && more.length === 0 && overlay;
  }, patience);
}

/** Long, because a busy machine is slow. */
export const patience = { timeout: 30_000 };
