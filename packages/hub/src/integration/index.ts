/** What integrations of dev servers have in common. Loads neither store nor socket, so an older Node can import it. */
export { invitation } from './invitation.ts';
export { networkToken } from './network-token.ts';
export { overlaySettings } from './overlay-settings.ts';
export { pathInProject, realPath } from './project-path.ts';
