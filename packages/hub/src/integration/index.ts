/** Shared by the integrations with dev servers. Imports neither the store nor `ws`, so older Node versions can load it. */
export { networkToken } from './network-token.ts';
export type { IntegrationOptions } from './options.ts';
export { overlaySettings } from './overlay-settings.ts';
export { pathInProject, realPath } from './project-path.ts';
export { startHint } from './start-hint.ts';
