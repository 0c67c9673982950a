export type {
  Acting,
  ClickParams,
  ExecuteParams,
  InjectParams,
  Modifier,
  MouseButton,
  NavigateParams,
  PressKeyParams,
  ScrollParams,
  TypeParams,
  UploadedFile,
  UploadParams,
} from './acting.ts';
export type { BrowserCommands, CommandType, ParamsOf, ResultOf } from './commands.ts';
export { type ConnectionInfo, decodeConnection, encodeConnection, socketUrl } from './connection-string.ts';
export { bridgeSubprotocol, defaultPort, extensionId, extensionKey, keySubprotocol } from './extension.ts';
export {
  type ConsoleEntry,
  type ConsoleLevel,
  consoleLevels,
  type ConsoleParams,
  type ConsoleResult,
  type NetworkEntry,
  type NetworkParams,
  type NetworkResult,
  type RequestParams,
  type RequestResult,
  type ScreenshotParams,
  type ScreenshotResult,
  type SnapshotParams,
  type SnapshotResult,
  type WaitForParams,
} from './looking.ts';
export {
  type AnnotateInfo,
  bridgeProtocol,
  type BrowserCommand,
  type BrowserFault,
  type BrowserReply,
  type CancelMessage,
  closeCodes,
  type CommandOf,
  type ExtensionMessage,
  type FaultCode,
  faultCodes,
  heartbeatMs,
  type HelloMessage,
  type PingMessage,
  type PongMessage,
  type RefusalCode,
  type RefusedMessage,
  type ServerMessage,
  type WelcomeMessage,
} from './messages.ts';
export type { SiteField, SiteFormat } from './site-format.ts';
export type { ActionOutcome, DialogAnswer, DialogReport, TabInfo } from './tabs.ts';
export type {
  AnnotationTarget,
  ElementTarget,
  PointTarget,
  RefTarget,
  SelectorTarget,
  Target,
} from './targets.ts';
