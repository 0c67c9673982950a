/** What goes over the extension's socket: text messages, one JSON object each. */
import type { ErrorCode } from '@annotate-mcp/core';

import type { CommandType, ParamsOf, ResultOf } from './commands.ts';

/** Raised when an extension and a server of different releases would misread each other. */
export const bridgeProtocol = 1;

/** The extension says `ping` so often: only messages keep its worker alive, the protocol's own pings do not. */
export const heartbeatMs = 20_000;

/** What the server says. */
export type ServerMessage = WelcomeMessage | RefusedMessage | CancelMessage | PongMessage | BrowserCommand;

/** What the extension says. `hello` is first, and within five seconds. */
export type ExtensionMessage = HelloMessage | PingMessage | BrowserReply;

export interface HelloMessage {
  readonly type: 'hello';
  readonly protocol: number;
  /** A UUID made when the extension was installed: a newer socket of the same install replaces its older one. */
  readonly installId: string;
  readonly extensionVersion: string;
  /** For people: `Chrome 156 on Linux`. */
  readonly browser: string;
}

export interface WelcomeMessage {
  readonly type: 'welcome';
  readonly protocol: number;
  readonly serverVersion: string;
  readonly annotate: AnnotateInfo;
}

/**
 * For annotating any page. The worker opens `<server>` + `hubPath` as a WebSocket for each annotated tab (subprotocols
 * `bridgeSubprotocol` and the key's), passes the overlay's `PageMessage`s and the hub's `HubMessage`s on as they are,
 * and posts pictures to `<server>` + `hubPath` + `/api/attachments`.
 */
export interface AnnotateInfo {
  readonly hubPath: string;
  /** For the overlay's `OverlayConfig`. */
  readonly appId: string;
  readonly projectId: string;
  /** For people: which project annotations go to. */
  readonly projectName: string;
}

/** The last word before the server closes with `closeCodes`. */
export interface RefusedMessage {
  readonly type: 'refused';
  readonly code: RefusalCode;
  readonly message: string;
  readonly hint: string;
}

export type RefusalCode = 'another-install' | 'other-protocol' | 'bad-hello' | 'replaced' | 'key-replaced';

/** Close codes of the socket, so that the extension knows whether coming back makes sense. */
export const closeCodes = {
  /** A newer socket of this install is there: do not come back. */
  replaced: 4001,
  /** Another install is connected: try again now and then. */
  anotherInstall: 4002,
  /** There is a new key: ask the person for the new connection string. */
  keyReplaced: 4003,
  /** Another release: come back after an update. */
  otherProtocol: 4004,
  /** No hello, or one that could not be read. */
  badHello: 4005,
  /** The server ends; it may come back. */
  goingAway: 1001,
} as const;

export interface PingMessage {
  readonly type: 'ping';
}

export interface PongMessage {
  readonly type: 'pong';
}

/** Nobody waits for the reply any more: stop waiting, press nothing further. No reply is needed. */
export interface CancelMessage {
  readonly type: 'cancel';
  /** Of the command. */
  readonly id: string;
}

/** Commands on one tab are carried out one after the other; those on several tabs beside each other. */
export type BrowserCommand = { [Type in CommandType]: CommandOf<Type> }[CommandType];

export interface CommandOf<Type extends CommandType> {
  /** A UUID. */
  readonly id: string;
  readonly type: Type;
  readonly params: ParamsOf<Type>;
  /** Who asks, for the popup: `claude-code`. */
  readonly agent: string;
}

/** Has no `type`: what names a command's `id` is its reply. */
export type BrowserReply<Type extends CommandType = CommandType> =
  | { readonly id: string; readonly success: true; readonly result: ResultOf<Type> }
  | { readonly id: string; readonly success: false; readonly error: BrowserFault };

/** What happened and to what (`message`), what to do next (`hint`). The reader is an agent. */
export interface BrowserFault {
  readonly code: FaultCode;
  readonly message: string;
  readonly hint: string;
}

export const faultCodes = [
  /** No tab has this id. */
  'tab/none',
  /** The browser lets no extension drive it: chrome:// pages, the web store, other extensions. */
  'tab/forbidden',
  /** The person took it back: cancelled the debugger's bar, or stopped it in the popup. */
  'tab/taken-back',
  /** Closed, crashed or went away before the command was done. */
  'tab/gone',
  /** A ref whose element is gone, or of an earlier document. */
  'target/stale',
  'target/none',
  /** There, but not as a person could use it; each says why, `covered` by what. */
  'target/hidden',
  'target/moving',
  'target/disabled',
  'target/covered',
  'target/not-editable',
  /** Not on this page, or its element is not found again. */
  'annotation/elsewhere',
  'annotation/gone',
  'script/threw',
  'script/unfinished',
  'navigation/failed',
  'wait/timed-out',
  'key/unknown',
  'request/none',
  /** Of a newer server, or not as the schema has it. */
  'command/unknown',
  'command/invalid',
  'browser/failed',
] as const satisfies readonly ErrorCode[];

export type FaultCode = (typeof faultCodes)[number];
