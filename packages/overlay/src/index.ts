export { defaultKeys, type KeyCommand, keyCommands, type OverlayConfig, type Theme } from './state/config.ts';
export { startConsoleTail } from './capture/console-tail.ts';
export { remoteConsoleTail, serveConsoleTail } from './capture/console-tail.ts';
export type { Connection, ConnectionEvents } from './connection/connection.ts';
export { connect } from './connection/connection.ts';
export type { PageEnvironment } from './connection/page-environment.ts';
export type { OpenTextSocket } from './connection/page-environment.ts';
export type { InspectedTarget, Inspection } from './inspectors/inspection.ts';
export type {
  ComponentDetails,
  ComponentSummary,
  InspectContext,
  Inspector,
} from './inspectors/inspector.ts';
export { createInspection } from './inspectors/local.ts';
export { remoteInspection, serveInspection } from './inspectors/remote.ts';
export { mountOverlay } from './mount.ts';
export type { Overlay, OverlayOptions } from './overlay.ts';
export type { OverlayState } from './state/state.ts';
export { catchInPage } from './picking/catch-in-page.ts';
export { elementAt } from './picking/element-at.ts';
export type { CatchPointer, PointerInput } from './picking/catch-in-page.ts';
