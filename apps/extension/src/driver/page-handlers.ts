/** Finds out which elements of a frame react to being pressed, which the page agent in its own world cannot see. */
import type { Listening } from '../page-agent/handlers.ts';

import { answerInTime, isBusyError } from './busy-page.ts';
import type { Cdp, SessionId } from './cdp.ts';
import type { Frame, Frames } from './frames.ts';
import { answerAboutHandlers } from './main-world.ts';

const pressEvents = [
  'click',
  'contextmenu',
  'dblclick',
  'mousedown',
  'mouseup',
  'pointerdown',
  'pointerup',
  'touchstart',
  'touchend',
];
const dropEvents = ['drop', 'dragover'];
/** A framework listens at its root for every event that it knows; that says nothing about the root. */
const rootEvents = 20;
/**
 * Elements that are made known to the page agent before one snapshot. Each takes a command, about 0.3 ms of time; a
 * snapshot has room for fewer.
 */
const mostNew = 1_000;

const noListeners: Listening = { press: [], drop: [] };

interface KnownFrame {
  /**
   * The document in the page's own world. Asked about the listeners in it, Chrome creates the objects of all elements in
   * that world, and in another one they would not be instances of its classes.
   */
  readonly document: string;
  /** Elements that the page agent knows, by the debugger's ids of them. */
  readonly known: Set<number>;
}

export class PageHandlers {
  readonly #cdp: Cdp;
  readonly #frames: Frames;
  readonly #known = new Map<string, KnownFrame>();

  constructor(cdp: Cdp, frames: Frames) {
    this.#cdp = cdp;
    this.#frames = frames;
    cdp.on('Runtime.executionContextsCleared', (_, session) => this.#forget(session));
    cdp.on('Page.frameNavigated', ({ frame }) => this.#known.delete(frame.id));
    cdp.on('Page.frameDetached', ({ frameId }) => this.#known.delete(frameId));
  }

  /** Numbers of elements with listeners, by which the page agent knows them. */
  async find(frame: Frame): Promise<Listening> {
    // A page that has become busy answers none of these questions. The snapshot itself then says so.
    const untilBusy = (found: Promise<Listening>) => answerInTime(found, 'Nothing was read.');
    try {
      return await untilBusy(this.#find(frame));
    } catch (error) {
      // Without listeners the snapshot goes by roles and by the cursor, so this is no reason to have none.
      if (isBusyError(error)) return noListeners;
      // What was known is gone when the debugger was detached meanwhile.
      this.#known.clear();
      return untilBusy(this.#find(frame)).catch(() => noListeners);
    }
  }

  async #find(frame: Frame): Promise<Listening> {
    const [all, { known }] = [await this.#listenersIn(frame), await this.#knownFrame(frame)];
    // Those of the frames inside are reported too. Passed to the wrong world, they would be strangers in their own.
    const inside = this.#frames.all.filter(
      ({ parentId, session }) => parentId === frame.id && session === frame.session,
    );
    for (const inner of inside) for (const id of (await this.#listenersIn(inner)).keys()) all.delete(id);
    const press = idsWith(all, pressEvents);
    const drop = idsWith(all, dropEvents);
    const added = [...new Set([...press, ...drop])].filter((id) => !known.has(id)).slice(0, mostNew);
    if (added.length > 0)
      await this.#frames.pass(frame, added, `noteListening(${JSON.stringify(added)}, nodes)`);
    for (const id of added) known.add(id);
    return { press, drop };
  }

  /** The types of the events for which each element listens, by the debugger's id of the element. */
  async #listenersIn(frame: Frame): Promise<Map<number, Set<string>>> {
    const isOpen = this.#frames.accessTo(frame, 'read') === 'open';
    const document = isOpen ? (await this.#knownFrame(frame)).document : await this.#documentOf(frame);
    const { listeners } = await this.#cdp.send(
      'DOMDebugger.getEventListeners',
      { objectId: document, depth: -1, pierce: true },
      frame.session,
    );
    const types = new Map<number, Set<string>>();
    for (const { type, backendNodeId } of listeners) {
      if (backendNodeId === undefined) continue;
      const known = types.get(backendNodeId) ?? new Set();
      types.set(backendNodeId, known.add(type));
    }
    return types;
  }

  /** Of a frame that agents may not read, by the debugger alone: its elements are left out of those of the page. */
  async #documentOf({ id, session }: Frame): Promise<string> {
    const { backendNodeId } = await this.#cdp.send('DOM.getFrameOwner', { frameId: id }, session);
    const owner = { backendNodeId, depth: 1, pierce: true };
    const { node } = await this.#cdp.send('DOM.describeNode', owner, session);
    const inner = node.contentDocument?.backendNodeId;
    if (inner === undefined) throw new Error('The frame has no document.');
    const { object } = await this.#cdp.send('DOM.resolveNode', { backendNodeId: inner }, session);
    if (object.objectId === undefined) throw new Error('The document is gone.');
    return object.objectId;
  }

  async #knownFrame(frame: Frame): Promise<KnownFrame> {
    const known = this.#known.get(frame.id) ?? (await this.#connect(frame));
    this.#known.set(frame.id, known);
    return known;
  }

  /** Lets the page's own world answer the questions of the page agent. */
  async #connect(frame: Frame): Promise<KnownFrame> {
    const { session } = frame;
    const node = await this.#frames.handle(frame, 'questionNode()');
    if (node === null) throw new Error('The page agent is gone.');
    const { node: described } = await this.#cdp.send('DOM.describeNode', { objectId: node }, session);
    const { backendNodeId } = described;
    // Without a world named, it is resolved in the page's own.
    const { object } = await this.#cdp.send('DOM.resolveNode', { backendNodeId }, session);
    if (object.objectId === undefined) throw new Error('The document is gone.');
    const { result } = await this.#cdp.send(
      'Runtime.callFunctionOn',
      { objectId: object.objectId, functionDeclaration: String(answerAboutHandlers) },
      session,
    );
    if (result.objectId === undefined) throw new Error('The document is gone.');
    return { document: result.objectId, known: new Set() };
  }

  #forget(session: SessionId): void {
    for (const frame of this.#frames.all) if (frame.session === session) this.#known.delete(frame.id);
  }
}

function idsWith(listeners: ReadonlyMap<number, ReadonlySet<string>>, wanted: readonly string[]): number[] {
  return [...listeners].flatMap(([id, types]) =>
    types.size < rootEvents && wanted.some((type) => types.has(type)) ? [id] : [],
  );
}
