/** The frames of a tab. The page agent runs in an isolated world in each of them. */
import type { Protocol } from 'devtools-protocol';

import type { AgentCalls } from '../page-agent/agent.ts';
import type { FilesAnswer } from '../page-agent/files.ts';

import { answerInTime, busyMs } from './busy-page.ts';
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

interface KnownFrame extends Frame {
  world: Promise<number> | null;
}

/** Calls that may take long on a large page, or that wait. */
const slowCalls: ReadonlySet<keyof AgentCalls> = new Set([
  'dropFiles',
  'formatPage',
  'giveFiles',
  'hasText',
  'nextChange',
  'takeSnapshot',
]);
const slowCallMs = 20_000;

export class Frames {
  readonly #cdp: Cdp;
  readonly #source: () => Promise<string>;
  readonly #frames = new Map<string, KnownFrame>();
  readonly #numbers = new Map<string, number>();
  readonly #waiting = new Set<(id: string) => void>();
  #passes = 0;

  /** `source` is the code of the page agent. */
  constructor(cdp: Cdp, source: () => Promise<string>) {
    this.#cdp = cdp;
    this.#source = source;
    cdp.on('Page.frameAttached', ({ frameId, parentFrameId }, session) =>
      this.#add(frameId, parentFrameId, session),
    );
    cdp.on('Page.frameNavigated', ({ frame }, session) =>
      this.#add(frame.id, frame.parentId ?? null, session, frame.securityOrigin),
    );
    cdp.on('Page.frameDetached', ({ frameId, reason }) => {
      // A frame that moves to another process is added again with its new session.
      if (reason === 'remove') this.#frames.delete(frameId);
    });
    cdp.on('Runtime.executionContextsCleared', (_, session) => this.#forgetWorlds(session));
    cdp.on('Target.detachedFromTarget', ({ sessionId }) => {
      for (const frame of this.#frames.values())
        if (frame.session === sessionId) this.#frames.delete(frame.id);
    });
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

  byNumber(number: number): Frame | null {
    return this.all.find((frame) => frame.number === number) ?? null;
  }

  byId(id: string): Frame | null {
    return this.#frames.get(id) ?? null;
  }

  /**
   * The frame after it has got another document or process, as a frame of another site does while it loads; `null` when
   * that does not happen within the time.
   */
  untilReplaced(frame: Frame, ms: number): Promise<Frame | null> {
    const known = this.byId(frame.id);
    if (known !== null && known !== frame) return Promise.resolve(known);
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(check);
        const now = this.byId(frame.id);
        resolve(now === frame ? null : now);
      };
      const check = (id: string): void => {
        if (id === frame.id) end();
      };
      const timer = setTimeout(end, ms);
      this.#waiting.add(check);
    });
  }

  /** Returns the frame at the top of the session. */
  async loadTree(session: SessionId): Promise<Protocol.Page.Frame> {
    const { frameTree } = await this.#cdp.send('Page.getFrameTree', {}, session);
    type Tree = typeof frameTree;
    const visit = ({ frame, childFrames = [] }: Tree): void => {
      this.#add(frame.id, frame.parentId ?? null, session, frame.securityOrigin);
      for (const child of childFrames) visit(child);
    };
    visit(frameTree);
    return frameTree.frame;
  }

  /** Calls a function of the page agent in this frame. */
  async call<Name extends keyof AgentCalls>(
    frame: Frame,
    name: Name,
    ...args: Parameters<AgentCalls[Name]>
  ): Promise<Awaited<ReturnType<AgentCalls[Name]>>> {
    const expression = `annotateAgent.run(${JSON.stringify(name)}, ${JSON.stringify(args)})`;
    const { result, exceptionDetails } = await answerInTime(
      this.#evaluate(frame, { expression, awaitPromise: true, returnByValue: true }),
      'The command was not finished.',
      slowCalls.has(name) ? slowCallMs : busyMs,
    );
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    // The page agent is of the same build, so its types are these.
    return JSON.parse(String(result.value)) as Awaited<ReturnType<AgentCalls[Name]>>;
  }

  /** Id of an object in the isolated world, by an expression on `annotateAgent.objects`; `null` if it is none. */
  async handle(frame: Frame, expression: string): Promise<string | null> {
    const evaluated = this.#evaluate(frame, { expression: `annotateAgent.objects.${expression}` });
    const { result } = await answerInTime(evaluated, 'The command was not finished.');
    return result.objectId ?? null;
  }

  /** The frame inside of an element, if the element is a frame whose document exists. */
  async contentOf(frame: Frame, handle: string): Promise<Frame | null> {
    const { node } = await this.#cdp.send('DOM.describeNode', { objectId: handle }, frame.session);
    const id = node.frameId ?? node.contentDocument?.frameId;
    return id === undefined ? null : this.byId(id);
  }

  /** Evaluates an expression on `annotateAgent.objects`, in which `nodes` are these, by the debugger's ids of them. */
  async pass(frame: Frame, backendNodeIds: readonly number[], expression: string): Promise<unknown> {
    const executionContextId = await this.#world(frame);
    // A group for each call: several may run at the same time, and releasing a group ends all of its objects.
    const objectGroup = `annotate-nodes-${++this.#passes}`;
    const { session } = frame;
    const handles = await Promise.all(
      backendNodeIds.map(async (backendNodeId) => {
        const params = { backendNodeId, executionContextId, objectGroup };
        // A node that has gone meanwhile is passed as nothing.
        const resolved = await this.#cdp.send('DOM.resolveNode', params, session).catch(() => null);
        return resolved?.object.objectId;
      }),
    );
    const { result } = await this.#cdp.send(
      'Runtime.callFunctionOn',
      {
        executionContextId,
        functionDeclaration: `function (...nodes) { return annotateAgent.objects.${expression} }`,
        arguments: handles.map((objectId) => (objectId === undefined ? {} : { objectId })),
        returnByValue: true,
      },
      session,
    );
    void this.#cdp.send('Runtime.releaseObjectGroup', { objectGroup }, session).catch(() => undefined);
    return result.value;
  }

  /** Calls a function of `annotateAgent.objects` with this node and the value; the result is JSON. */
  async callWithNode(
    frame: Frame,
    backendNodeId: number,
    name: 'giveToInput',
    value: unknown,
  ): Promise<FilesAnswer> {
    const executionContextId = await this.#world(frame);
    const { object } = await this.#cdp.send(
      'DOM.resolveNode',
      { backendNodeId, executionContextId },
      frame.session,
    );
    if (object.objectId === undefined) throw new Error('The element is gone.');
    const called = this.#cdp.send(
      'Runtime.callFunctionOn',
      {
        objectId: object.objectId,
        functionDeclaration: `function (value) { return annotateAgent.objects.${name}(this, value) }`,
        arguments: [{ value }],
        returnByValue: true,
      },
      frame.session,
    );
    const { result, exceptionDetails } = await answerInTime(
      called,
      'The command was not finished.',
      slowCallMs,
    );
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    // The page agent is of the same build, so its types are these.
    return result.value as FilesAnswer;
  }

  async #evaluate(
    frame: Frame,
    params: { expression: string; awaitPromise?: boolean; returnByValue?: boolean },
    again = true,
  ): Promise<Protocol.Runtime.EvaluateResponse> {
    const contextId = await this.#world(frame);
    try {
      return await this.#cdp.send('Runtime.evaluate', { ...params, contextId }, frame.session);
    } catch (error) {
      // The document was replaced meanwhile, and the isolated world with it.
      const known = this.#frames.get(frame.id);
      if (!again || known === undefined || !/context|destroyed|navigated/i.test(String(error))) throw error;
      // What was meant for one site is not done on another.
      if (frame.origin !== '' && known.origin !== frame.origin) throw error;
      known.world = null;
      return this.#evaluate(frame, params, false);
    }
  }

  #world(frame: Frame): Promise<number> {
    const known = this.#frames.get(frame.id);
    if (known === undefined)
      throw new CommandError('target/stale', 'The frame is gone.', 'Take a new snapshot.');
    known.world ??= this.#createWorld(known).catch((error: unknown) => {
      known.world = null;
      throw error;
    });
    return known.world;
  }

  async #createWorld({ id, session }: Frame): Promise<number> {
    const { executionContextId } = await this.#cdp.send(
      'Page.createIsolatedWorld',
      { frameId: id, worldName: 'annotate-mcp' },
      session,
    );
    const expression = await this.#source();
    const { exceptionDetails } = await this.#cdp.send(
      'Runtime.evaluate',
      { expression, contextId: executionContextId },
      session,
    );
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return executionContextId;
  }

  #add(id: string, parentId: string | null, session: SessionId, origin = ''): void {
    const number = this.#numbers.get(id) ?? this.#numberFor(parentId, session);
    this.#numbers.set(id, number);
    if (number === 0)
      for (const [other, frame] of this.#frames)
        if (frame.number === 0 && other !== id) this.#frames.delete(other);
    this.#frames.set(id, { id, parentId, session, number, origin, world: null });
    for (const check of this.#waiting) check(id);
  }

  // The page's own frame has no parent and no session of its own.
  #numberFor(parentId: string | null, session: SessionId): number {
    return parentId === null && session === undefined ? 0 : Math.max(0, ...this.#numbers.values()) + 1;
  }

  #forgetWorlds(session: SessionId): void {
    for (const frame of this.#frames.values()) if (frame.session === session) frame.world = null;
  }
}
