import { firefox } from './firefox.ts';
import type { BrowserKind } from './real-browser.ts';
import { webkit } from './webkit.ts';

export interface InstalledBrowser {
  readonly kind: BrowserKind;
  readonly program: string;
}

const kinds: readonly BrowserKind[] = [firefox, webkit];

export function listInstalled(): InstalledBrowser[] {
  return kinds.flatMap((kind) => {
    const program = kind.find();
    return program === null ? [] : [{ kind, program }];
  });
}

export function listMissing(): BrowserKind[] {
  return kinds.filter((kind) => kind.find() === null);
}
