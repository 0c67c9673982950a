import type { Surroundings } from '../host/view-host.ts';

/** The host's word on light or dark; without one the system's, which the tokens follow by themselves. */
export function applyTheme({ theme }: Surroundings): void {
  const { dataset } = document.documentElement;
  if (theme === null) delete dataset.theme;
  else dataset.theme = theme;
}
