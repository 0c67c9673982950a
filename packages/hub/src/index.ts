export { Attachments, type PictureType, pictureTypes } from './attachments.ts';
export { localAuthorId } from './author-id.ts';
export { createHub } from './create-hub.ts';
export { createStoreHub, type Hub } from './hub.ts';
export {
  appIdOf,
  type HubOptions,
  type OverlaySettings,
  projectIdOf,
  type StoreHubOptions,
  type Timing,
} from './options.ts';
export { closeOnSignals } from './signals.ts';
export { workStarterOf } from './work-program.ts';
export type {
  AttachableServer,
  GuardOptions,
  Listener,
  ListenOptions,
  Middleware,
  Router,
} from '@annotate-mcp/http';
export { findProjectRoot, openStore } from '@annotate-mcp/store';
