/** The messages on the extension's socket: text messages, one JSON object each, and replies with bytes. */
import type { ErrorCode } from '@annotate-mcp/core';

import type { CommandType, ParamsOf, ResultOf } from './commands/index.ts';

/** Increased when an extension and a server of different releases would misunderstand each other. */
export const bridgeProtocol = 1;

/** Interval of the extension's `ping`: only messages keep its service worker alive, WebSocket pings do not. */
export const heartbeatMs = 20_000;

/** Messages of the server. */
export type ServerMessage = WelcomeMessage | RefusedMessage | CancelMessage | PongMessage | BrowserCommand;

/** Messages of the extension. `hello` is the first, within five seconds. */
export type ExtensionMessage = HelloMessage | PingMessage | BrowserReply;

export interface HelloMessage {
  readonly type: 'hello';
  readonly protocol: number;
  /** A UUID that is created with the installation: a newer socket of the same installation replaces its older one. */
  readonly installId: string;
  readonly extensionVersion: string;
  /** Shown to the person: `Chrome 156 on Linux`. */
  readonly browser: string;
}

export interface WelcomeMessage {
  readonly type: 'welcome';
  readonly protocol: number;
  readonly serverVersion: string;
  readonly annotate: AnnotateInfo;
  /**
   * The extension may send a reply whose result has a `file` in a binary message (`joinBytes`): the reply with an
   * empty `file`, and the bytes of the file. Servers of earlier releases do not say it, and take text only.
   */
  readonly takesBytes?: boolean;
}

/**
 * For annotating any page. The service worker opens `<server>` + `hubPath` as a WebSocket for each annotated tab
 * (subprotocols `bridgeSubprotocol` and that of the key), forwards the overlay's `PageMessage`s and the hub's
 * `HubMessage`s unchanged, and posts pictures to `<server>` + `hubPath` + `/api/attachments`.
 */
export interface AnnotateInfo {
  readonly hubPath: string;
  /** For the overlay's `OverlayConfig`. */
  readonly appId: string;
  readonly projectId: string;
  /** Shown to the person: the project that annotations go to. */
  readonly projectName: string;
}

/** The last message before the server closes the socket with one of `closeCodes`. */
export interface RefusedMessage {
  readonly type: 'refused';
  readonly code: RefusalCode;
  readonly message: string;
  readonly hint: string;
}

export type RefusalCode = 'another-install' | 'other-protocol' | 'bad-hello' | 'replaced' | 'key-replaced';

/** Close codes of the socket. They tell the extension whether to reconnect. */
export const closeCodes = {
  /** A newer socket of this installation has replaced this one: do not reconnect. */
  replaced: 4001,
  /** Another installation is connected: try again from time to time. */
  anotherInstall: 4002,
  /** The key was replaced: ask the person for the new connection string. */
  keyReplaced: 4003,
  /** Another release: reconnect after an update. */
  otherProtocol: 4004,
  /** There was no hello, or it was not valid. */
  badHello: 4005,
  /** The server is closing; it may be started again. */
  goingAway: 1001,
} as const;

export interface PingMessage {
  readonly type: 'ping';
}

export interface PongMessage {
  readonly type: 'pong';
}

/** The server no longer waits for the reply: stop the command and do nothing further. No reply is needed. */
export interface CancelMessage {
  readonly type: 'cancel';
  /** `id` of the command. */
  readonly id: string;
}

/**
 * Actions on one tab run one after the other; what only reads, and commands on different tabs, run at the same time.
 */
export type BrowserCommand = { [Type in CommandType]: CommandOf<Type> }[CommandType];

export interface CommandOf<Type extends CommandType> {
  /** A UUID. */
  readonly id: string;
  readonly type: Type;
  readonly params: ParamsOf<Type>;
  /** Name of the agent, which the popup shows: `claude-code`. */
  readonly agent: string;
}

/** Has no `type`: a message with the `id` of a command is its reply. */
export type BrowserReply<Type extends CommandType = CommandType> =
  | { readonly id: string; readonly success: true; readonly result: ResultOf<Type> }
  | { readonly id: string; readonly success: false; readonly error: BrowserFault };

/** Written for an agent: `message` says what happened and to what, `hint` what to do next. */
export interface BrowserFault {
  readonly code: FaultCode;
  readonly message: string;
  readonly hint: string;
}

export const faultCodes = [
  /** There is no tab with this id. */
  'tab/none',
  /** Extensions may not control it: chrome:// pages, the Chrome Web Store, pages of other extensions. */
  'tab/forbidden',
  /** The person stopped it, with the debugger's bar or in the popup. */
  'tab/taken-back',
  /** The tab was closed or crashed before the command was done. */
  'tab/gone',
  /** Its scripts run without a pause, so that it answers nothing. */
  'page/busy',
  /** The element of the ref is gone, or the ref is from an earlier document. */
  'target/stale',
  'target/none',
  /** The element exists, but a person could not use it; the message says why, and what covers it. */
  'target/hidden',
  'target/moving',
  'target/disabled',
  'target/covered',
  'target/not-editable',
  /** The annotation is not on this page, or its element was not found. */
  'annotation/elsewhere',
  'annotation/gone',
  'script/threw',
  'script/unfinished',
  'navigation/failed',
  'wait/timed-out',
  'key/unknown',
  'request/none',
  /** The command is one of a newer server, or does not match its schema. */
  'command/unknown',
  'command/invalid',
  /** The person has not allowed it on this site; the message says what to tell the person. */
  'browser/not-allowed',
  'browser/failed',
] as const satisfies readonly ErrorCode[];

export type FaultCode = (typeof faultCodes)[number];
