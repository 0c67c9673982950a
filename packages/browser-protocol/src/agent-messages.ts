/**
 * The messages on an agent's socket at `/agent`: the stdio server of an agent sends its commands to the bridge of its
 * user, which passes them on to the extension. Text messages, one JSON object each, and replies with bytes.
 */
import type { ErrorCode } from '@annotate-mcp/core';

import type { BrowserCommand, CancelMessage } from './messages.ts';
import { faultCodes } from './messages.ts';

/** Increased when a stdio server and a bridge of different releases would misunderstand each other. */
export const agentProtocol = 1;

export const agentPath = '/agent';

/** Messages of the agent's server. `hello` is the first. */
export type AgentMessage = AgentHello | MakeWayMessage | CancelMessage | BrowserCommand;

/** Messages of the bridge. */
export type BridgeMessage = AgentWelcome | AgentRefused | AgentReply;

export interface AgentHello {
  readonly type: 'hello';
  readonly protocol: number;
  readonly version: string;
  /** The bridge may send replies with bytes, as `WelcomeMessage.takesBytes` has it. Earlier releases take text only. */
  readonly takesBytes?: boolean;
}

export interface AgentWelcome {
  readonly type: 'welcome';
  readonly version: string;
  /** Started by an agent's server, and ends by itself when its last client has left. */
  readonly shared: boolean;
  /** Number of other connected clients. */
  readonly others: number;
}

/** The last message before the bridge closes the socket. */
export interface AgentRefused {
  readonly type: 'refused';
  readonly message: string;
  readonly hint: string;
}

/** Asks a shared bridge to end, because another one takes its place. One that a person started ignores it. */
export interface MakeWayMessage {
  readonly type: 'make-way';
}

/** Has no `type`: a message with the `id` of a command is its reply. */
export type AgentReply =
  | { readonly id: string; readonly success: true; readonly result: unknown }
  | { readonly id: string; readonly success: false; readonly error: AgentFault };

export interface AgentFault {
  readonly code: AgentFaultCode;
  readonly message: string;
  readonly hint: string;
}

/** What the extension may answer, and what the bridge itself says. */
export const agentFaultCodes = [
  ...faultCodes,
  'browser/bad-answer',
  'browser/cancelled',
  'browser/disconnected',
  'browser/not-connected',
  'browser/timed-out',
] as const satisfies readonly ErrorCode[];

export type AgentFaultCode = (typeof agentFaultCodes)[number];

/**
 * What a bridge signs with its key (HMAC-SHA-256, base64url) for `/health?challenge=…`, so that a client can be sure of it
 * before it sends the key: another program may listen on the port by now. The address is part of it, so that such a
 * program cannot pass on the challenge to the bridge, which listens elsewhere.
 */
export function proofText(url: string, challenge: string): string {
  return `annotate-mcp bridge\n${url}\n${challenge}`;
}
