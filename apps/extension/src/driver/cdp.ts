/** The Chrome DevTools Protocol of one tab: typed commands, and events by name. */
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.d.ts';

type Commands = ProtocolMapping.Commands;
type Events = ProtocolMapping.Events;
type Method = keyof Commands;
type ParamsOf<M extends Method> = Commands[M]['paramsType'] extends []
  ? Record<string, never>
  : NonNullable<Commands[M]['paramsType'][0]>;
type EventName = keyof Events;

/** A session id belongs to a frame that runs in its own process. */
export type SessionId = string | undefined;

type Listener<Name extends EventName> = (params: Events[Name][0], session: SessionId) => void;

export class Cdp {
  readonly #tabId: number;
  readonly #listeners = new Map<string, Set<(params: never, session: SessionId) => void>>();

  constructor(tabId: number) {
    this.#tabId = tabId;
  }

  async send<M extends Method>(
    method: M,
    params: ParamsOf<M>,
    session?: SessionId,
  ): Promise<Commands[M]['returnType']> {
    const debuggee = { tabId: this.#tabId, ...(session !== undefined && { sessionId: session }) };
    return await chrome.debugger.sendCommand(debuggee, method, { ...params });
  }

  on<Name extends EventName>(name: Name, listener: Listener<Name>): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** Must be called with each debugger event of this tab. */
  dispatch(name: string, params: object | undefined, session: SessionId): void {
    for (const listener of this.#listeners.get(name) ?? []) listener((params ?? {}) as never, session);
  }
}
