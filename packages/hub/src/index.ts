export { createHub, type Hub } from './hub.ts';
export type { HubOptions, OverlaySettings, Timing } from './options.ts';
export { closeOnSignals } from './signals.ts';
export { localAuthorId } from './speaker.ts';
export type {
  AttachableServer,
  GuardOptions,
  Listener,
  ListenOptions,
  Middleware,
  Router,
} from '@annotate-mcp/http';
export { findProjectRoot, openStore } from '@annotate-mcp/store';
