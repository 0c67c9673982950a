import type { HostContext } from '../host/view-host.ts';

/** Uses the theme of the host. Without one the tokens follow the theme of the system. */
export function applyTheme({ theme }: HostContext): void {
  const { dataset } = document.documentElement;
  if (theme === null) delete dataset.theme;
  else dataset.theme = theme;
}
