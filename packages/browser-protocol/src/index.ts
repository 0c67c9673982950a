export type { ActionOutcome, ActionParams, DialogAnswer, DialogReport } from './action.ts';
export {
  type AgentFault,
  type AgentFaultCode,
  agentFaultCodes,
  type AgentHello,
  type AgentMessage,
  agentPath,
  agentProtocol,
  type AgentRefused,
  type AgentReply,
  type AgentWelcome,
  type BridgeMessage,
  type MakeWayMessage,
  proofText,
} from './agent-messages.ts';
export type { BridgeFile } from './bridge-file.ts';
export type { CommandDefinition, Permission } from './command-definition.ts';
export type { Emulation } from './commands/emulate.ts';
export type { FieldToFill, UploadedFile } from './commands/acting.ts';
export type { ConsoleEntry, PerformanceReport } from './commands/logs.ts';

export type { CommandType, ParamsOf, ResultOf } from './commands/index.ts';

export { type ConnectionInfo, decodeConnection, encodeConnection, socketUrl } from './connection-string.ts';
export { type ConsoleLevel, consoleLevels } from './console-levels.ts';
export type { Download } from './download.ts';
export {
  bridgeFileName,
  bridgeSubprotocol,
  buildFileName,
  defaultPort,
  extensionId,
  extensionKey,
  extensionVersionOf,
  keySubprotocol,
} from './extension.ts';
export type { FileContent } from './fields.ts';
export { joinBytes, splitBytes } from './message-with-bytes.ts';
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
export type { NetworkEntry } from './network-entry.ts';
export type { SiteField, SiteFormat } from './site-format.ts';
export { matchesSitePattern } from './site-pattern.ts';
export type { TabInfo } from './tab.ts';
export type { ElementTarget, Target } from './target.ts';
