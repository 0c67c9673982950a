/**
 * Which frames a tab has, and which session of the debugger leads to each. A frame of another site begins in the process
 * of its parent and moves to its own; both processes and the browser report that, in no certain order.
 */
import type { Protocol } from 'devtools-protocol';
import { z } from 'zod';

import type { FrameChain, FrameDocument } from '../consent/frame-access.ts';

import type { Cdp, SessionId } from './cdp.ts';
import { CommandError } from './command-error.ts';

export interface Frame {
  readonly id: string;
  readonly parentId: string | null;
  readonly session: SessionId;
  /** 0 is the page itself; refs of other frames begin with `f` and this number. */
  readonly number: number;
  /** Empty until it is known. */
  readonly origin: string;
}

/** How long a frame may take until its first document in its own process is there. */
const maxMoveMs = 3_000;

const contextDataSchema = z.object({ isDefault: z.boolean(), frameId: z.string() });
/** More worlds than this are old ones. */
const maxContexts = 5_000;

function contextKey(session: SessionId, contextId: number): string {
  return `${session ?? ''}:${contextId}`;
}

/** A page may have any number of frames; more than these are not asked for what is in them. */
const maxForeign = 30;

export class FrameList {
  readonly #frames = new Map<string, Frame>();
  readonly #numbers = new Map<string, number>();
  /** The sessions of frames that have a process of their own. What other processes say about these frames is old. */
  readonly #owners = new Map<string, string>();
  /** What another process says about such a frame: it counts when the frame leaves its own process. */
  readonly #others = new Map<string, { parentId: string | null; session: SessionId; origin: string }>();
  /** Frames that have a new process, but no document in it yet. */
  readonly #moving = new Set<string>();
  readonly #waiting = new Set<(id: string) => void>();
  readonly #documents = new Map<string, FrameDocument>();
  /** What another process says that such a frame shows. */
  readonly #otherDocuments = new Map<string, FrameDocument>();
  /** The frames of the worlds in which scripts of pages run, by session and number. */
  readonly #contexts = new Map<string, string>();

  constructor(cdp: Cdp) {
    cdp.on('Page.frameAttached', ({ frameId, parentFrameId }, session) => {
      this.add(frameId, parentFrameId, session);
      if (!this.#documents.has(frameId)) this.#show(frameId, session, { url: '', origin: '' });
    });
    cdp.on('Page.frameNavigated', ({ frame }, session) => this.addDocument(frame, session));
    cdp.on('Page.navigatedWithinDocument', ({ frameId, url }, session) => {
      const before = this.#documents.get(frameId);
      if (before !== undefined) this.#show(frameId, session, { ...before, url });
    });
    cdp.on('Runtime.executionContextCreated', ({ context }, session) => {
      const { isDefault, frameId } = contextDataSchema.safeParse(context.auxData).data ?? {};
      if (frameId === undefined) return;
      this.#contexts.set(contextKey(session, context.id), frameId);
      if (this.#contexts.size > maxContexts) this.#contexts.delete(this.#contexts.keys().next().value ?? '');
      const before = this.#documents.get(frameId);
      // Chrome derives the origin that it reports with a document from its address alone.
      if (isDefault === true && before !== undefined)
        this.#show(frameId, session, { ...before, origin: context.origin });
    });
    cdp.on('Page.frameDetached', ({ frameId, reason }, session) => {
      if (this.#others.get(frameId)?.session === session) this.#others.delete(frameId);
      // A frame that moves to another process is added again with its new session.
      if (reason !== 'remove') return;
      this.#frames.delete(frameId);
      this.#documents.delete(frameId);
    });
    cdp.on('Target.attachedToTarget', ({ sessionId, targetInfo: { targetId, type, url, parentFrameId } }) => {
      if (type !== 'iframe') return;
      this.#move(targetId, parentFrameId ?? null, sessionId, url === '');
      if (url === '') this.#documents.delete(targetId);
      else this.#show(targetId, sessionId, { url, origin: '' });
    });
    cdp.on('Target.targetInfoChanged', ({ targetInfo: { targetId, url } }) => {
      if (url !== '') this.#endMove(targetId);
    });
    cdp.on('Target.detachedFromTarget', ({ sessionId }) => this.#forgetSession(sessionId));
  }

  get all(): Frame[] {
    return [...this.#frames.values()].sort((a, b) => a.number - b.number);
  }

  /** Of the page, and of each frame that runs in its own process. */
  get sessions(): ReadonlySet<SessionId> {
    return new Set([...this.#frames.values()].map(({ session }) => session));
  }

  get main(): Frame {
    const [first] = this.all;
    if (first?.number === 0) return first;
    throw new CommandError(
      'tab/gone',
      'The tab has no page at the moment.',
      'Wait a moment, or look with browser_get_tabs.',
    );
  }

  /** `false` for a frame in the page. While the frames are not known yet, an id counts as that of the page. */
  isPage(id: string): boolean {
    return (this.#frames.get(id)?.number ?? 0) === 0;
  }

  /** Frames of other origins than the page, and those whose origin is not known yet. */
  get foreign(): Frame[] {
    const [page, ...frames] = this.all;
    return frames.filter(({ origin }) => origin === '' || origin !== page?.origin).slice(0, maxForeign);
  }

  /** What the page shows and each frame down to this one; `null` where it is not known yet. */
  chainOf({ id, parentId }: Frame, latest?: FrameDocument): FrameChain {
    const parent = parentId === null ? null : this.byId(parentId);
    const around = parent !== null ? this.chainOf(parent) : this.isPage(id) ? [] : [null];
    return [...around, latest ?? this.#documents.get(id) ?? null];
  }

  /** The frame in whose page this world of scripts is, or else the topmost one of the session. */
  ofContext(session: SessionId, contextId?: number): Frame | null {
    const id = contextId === undefined ? undefined : this.#contexts.get(contextKey(session, contextId));
    return (id === undefined ? null : this.byId(id)) ?? this.#topOf(session);
  }

  #topOf(session: SessionId): Frame | null {
    const inside = this.all.filter((frame) => frame.session === session);
    return inside.find(({ parentId }) => inside.every(({ id }) => id !== parentId)) ?? null;
  }

  byNumber(number: number): Frame | null {
    return this.all.find((frame) => frame.number === number) ?? null;
  }

  byId(id: string): Frame | null {
    return this.#frames.get(id) ?? null;
  }

  /** Must be called before the debugger is attached again: its sessions have ended. Numbers stay, and refs with them. */
  clear(): void {
    this.#frames.clear();
    this.#documents.clear();
    this.#otherDocuments.clear();
    this.#contexts.clear();
    this.#owners.clear();
    this.#others.clear();
    this.#moving.clear();
  }

  addDocument(
    {
      id,
      parentId,
      url,
      unreachableUrl,
      securityOrigin,
    }: Pick<Protocol.Page.Frame, 'id' | 'parentId' | 'url' | 'unreachableUrl' | 'securityOrigin'>,
    session: SessionId,
  ): void {
    this.add(id, parentId ?? null, session, securityOrigin);
    this.#show(id, session, { url: unreachableUrl ?? url, origin: securityOrigin });
  }

  /** What the frame itself says that it shows. */
  protected addShown({ id, session }: Frame, shown: FrameDocument): void {
    this.#show(id, session, shown);
  }

  /** What another process than the frame's own says is old. */
  #show(id: string, session: SessionId, shown: FrameDocument): void {
    const owner = this.#owners.get(id);
    if (owner === undefined || owner === session) this.#documents.set(id, shown);
    else this.#otherDocuments.set(id, shown);
  }

  add(id: string, parentId: string | null, session: SessionId, origin = ''): void {
    const owner = this.#owners.get(id);
    if (owner !== undefined && owner !== session) {
      this.#others.set(id, { parentId, session, origin });
      return;
    }
    const number = this.#numbers.get(id) ?? this.#numberFor(parentId, session);
    this.#numbers.set(id, number);
    if (number === 0)
      for (const [other, frame] of this.#frames)
        if (frame.number === 0 && other !== id) {
          this.#frames.delete(other);
          this.#documents.delete(other);
        }
    this.#frames.set(id, {
      id,
      parentId: parentId ?? this.#frames.get(id)?.parentId ?? null,
      session,
      number,
      origin,
    });
    this.#wake(id);
  }

  /**
   * The frame after it has got another document or process, as a frame of another site does while it loads; `null` when
   * that does not happen within the time.
   */
  async untilReplaced(frame: Frame, ms: number): Promise<Frame | null> {
    const known = this.byId(frame.id);
    if (known !== null && known !== frame) return known;
    await this.#change(frame.id, ms);
    const now = this.byId(frame.id);
    return now === frame ? null : now;
  }

  /** The frame as it is when it no longer moves; `null` when it is gone. */
  async untilSettled({ id }: Frame): Promise<Frame | null> {
    const latest = performance.now() + maxMoveMs;
    while (this.#moving.has(id) && performance.now() < latest)
      await this.#change(id, latest - performance.now());
    // A frame without any document, such as one whose request is not answered, is read as it is.
    this.#moving.delete(id);
    return this.byId(id);
  }

  #move(id: string, parentId: string | null, session: string, isEmpty: boolean): void {
    this.#owners.set(id, session);
    this.#otherDocuments.delete(id);
    if (isEmpty) this.#moving.add(id);
    this.add(id, parentId, session);
  }

  #endMove(id: string): void {
    if (this.#moving.delete(id)) this.#wake(id);
  }

  #forgetSession(session: string): void {
    for (const [id, owner] of this.#owners)
      if (owner === session) {
        this.#owners.delete(id);
        this.#endMove(id);
      }
    for (const { id } of this.all.filter((frame) => frame.session === session)) {
      this.#frames.delete(id);
      const other = this.#others.get(id);
      this.#others.delete(id);
      this.#documents.delete(id);
      if (other === undefined) continue;
      this.add(id, other.parentId, other.session, other.origin);
      const shown = this.#otherDocuments.get(id);
      if (shown !== undefined) this.#documents.set(id, shown);
    }
  }

  // The page's own frame has no parent and no session of its own.
  #numberFor(parentId: string | null, session: SessionId): number {
    return parentId === null && session === undefined ? 0 : Math.max(0, ...this.#numbers.values()) + 1;
  }

  /** Resolves on the next change of this frame, or after the time. */
  #change(id: string, ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(check);
        resolve();
      };
      const check = (changed: string): void => {
        if (changed === id) end();
      };
      const timer = setTimeout(end, ms);
      this.#waiting.add(check);
    });
  }

  #wake(id: string): void {
    for (const check of [...this.#waiting]) check(id);
  }
}
