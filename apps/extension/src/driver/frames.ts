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

  /** `source` is the code of the page agent. */
  constructor(cdp: Cdp, source: () => Promise<string>) {
    this.#cdp = cdp;
    this.#source = source;
    cdp.on('Page.frameAttached', ({ frameId, parentFrameId }, session) =>
      this.#add(frameId, parentFrameId, session),
    );
    cdp.on('Page.frameNavigated', ({ frame }, session) =>
      this.#add(frame.id, frame.parentId ?? null, session),
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

  async loadTree(session: SessionId): Promise<void> {
    const { frameTree } = await this.#cdp.send('Page.getFrameTree', {}, session);
    type Tree = typeof frameTree;
    const visit = ({ frame, childFrames = [] }: Tree): void => {
      this.#add(frame.id, frame.parentId ?? null, session);
      for (const child of childFrames) visit(child);
    };
    visit(frameTree);
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

  /** Makes a closed shadow root of an element known to the page agent. Returns `false` if there is none. */
  async openClosedRoot(frame: Frame, element: string): Promise<boolean> {
    const { node } = await this.#cdp.send(
      'DOM.describeNode',
      { objectId: element, depth: 1, pierce: true },
      frame.session,
    );
    const closed = node.shadowRoots?.find(({ shadowRootType }) => shadowRootType === 'closed');
    if (closed === undefined) return false;
    const executionContextId = await this.#world(frame);
    const { object } = await this.#cdp.send(
      'DOM.resolveNode',
      { backendNodeId: closed.backendNodeId, executionContextId },
      frame.session,
    );
    if (object.objectId === undefined) return false;
    await this.#cdp.send(
      'Runtime.callFunctionOn',
      {
        objectId: object.objectId,
        functionDeclaration: 'function () { annotateAgent.objects.addClosedRoot(this) }',
      },
      frame.session,
    );
    return true;
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

  /** Refs of elements, by the debugger's ids of them; `null` for one that a person cannot use. */
  async refsOf(frame: Frame, backendNodeIds: readonly number[]): Promise<(string | null)[]> {
    const executionContextId = await this.#world(frame);
    const objectGroup = 'annotate-refs';
    const handles = await Promise.all(
      backendNodeIds.map(async (backendNodeId) => {
        const resolving = this.#cdp.send(
          'DOM.resolveNode',
          { backendNodeId, executionContextId, objectGroup },
          frame.session,
        );
        // An element that has gone meanwhile has no ref.
        return resolving.then(({ object: { objectId } }) => objectId).catch(() => undefined);
      }),
    );
    const { result } = await this.#cdp.send(
      'Runtime.callFunctionOn',
      {
        executionContextId,
        functionDeclaration: 'function (...nodes) { return annotateAgent.objects.refsOfUsable(nodes) }',
        arguments: handles.map((objectId) => (objectId === undefined ? {} : { objectId })),
        returnByValue: true,
      },
      frame.session,
    );
    void this.#cdp.send('Runtime.releaseObjectGroup', { objectGroup }, frame.session).catch(() => undefined);
    // The page agent is of the same build, so its types are these.
    return result.value as (string | null)[];
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

  #add(id: string, parentId: string | null, session: SessionId): void {
    const number = this.#numbers.get(id) ?? this.#numberFor(parentId, session);
    this.#numbers.set(id, number);
    if (number === 0)
      for (const [other, frame] of this.#frames)
        if (frame.number === 0 && other !== id) this.#frames.delete(other);
    this.#frames.set(id, { id, parentId, session, number, world: null });
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
