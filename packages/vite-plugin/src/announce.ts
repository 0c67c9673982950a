import { styleText } from 'node:util';

import type { ViteDevServer } from 'vite';

/** One line below the URLs that Vite prints, in its style. `inspectKey` is an `event.code` chord; `null` when switched off. */
export function announceWithUrls(server: ViteDevServer, inspectKey: string | null = 'Alt+Shift+KeyA'): void {
  const printUrls = server.printUrls.bind(server);
  server.printUrls = () => {
    printUrls();
    server.config.logger.info(
      `  ${styleText('green', '➜')}  ${styleText('bold', 'Annotate')}: ${styleText('dim', invitation(inspectKey))}`,
    );
  };
}

export function invitation(inspectKey: string | null): string {
  if (inspectKey === null) return 'use the button in the page';
  // `KeyA` is a place on the keyboard; people know it by the letter on it.
  const keys = inspectKey.replace(/\b(?:Key|Digit)(?=[A-Z0-9]$)/, '');
  const onMac = keys.replace(/\bAlt\b/, 'Option');
  return `press ${keys} in the page${onMac === keys ? '' : ` (${onMac} on macOS)`}`;
}
