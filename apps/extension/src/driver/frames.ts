/** Calls the page agent, which runs in an isolated world in each frame of a tab. */
import type { Protocol } from 'devtools-protocol';

import type { AgentCalls } from '../page-agent/agent.ts';
import type { FilesAnswer } from '../page-agent/files.ts';

import { answerInTime, busyMs } from './busy-page.ts';
import type { Cdp, SessionId } from './cdp.ts';
import { CommandError } from './command-error.ts';
import { type Frame, FrameList } from './frame-list.ts';

export type { Frame };

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

export class Frames extends FrameList {
  readonly #cdp: Cdp;
  readonly #source: () => Promise<string>;
  /** A frame that is added again is another object: its document is another, too. */
  #worlds = new WeakMap<Frame, Promise<number>>();

  /** `source` is the code of the page agent. */
  constructor(cdp: Cdp, source: () => Promise<string>) {
    super(cdp);
    this.#cdp = cdp;
    this.#source = source;
    cdp.on('Runtime.executionContextsCleared', (_, session) => {
      for (const frame of this.all) if (frame.session === session) this.#worlds.delete(frame);
    });
  }

  async loadTree(session: SessionId): Promise<void> {
    const { frameTree } = await this.#cdp.send('Page.getFrameTree', {}, session);
    type Tree = typeof frameTree;
    const visit = ({ frame, childFrames = [] }: Tree): void => {
      this.add(frame.id, frame.parentId ?? null, session);
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
    const now = await this.#current(frame);
    const contextId = await this.#worldOf(now);
    try {
      return await this.#cdp.send('Runtime.evaluate', { ...params, contextId }, now.session);
    } catch (error) {
      // The document was replaced meanwhile, and the isolated world with it.
      if (!again || this.byId(frame.id) === null || !/context|destroyed|navigated/i.test(String(error)))
        throw error;
      this.#worlds.delete(now);
      return this.#evaluate(frame, params, false);
    }
  }

  async #world(frame: Frame): Promise<number> {
    return this.#worldOf(await this.#current(frame));
  }

  /** The frame may have got another document or process since it was asked for. */
  async #current(frame: Frame): Promise<Frame> {
    const now = await this.untilSettled(frame);
    if (now !== null) return now;
    throw new CommandError('target/stale', 'The frame is gone.', 'Take a new snapshot.');
  }

  #worldOf(frame: Frame): Promise<number> {
    const known = this.#worlds.get(frame);
    if (known !== undefined) return known;
    const world = this.#createWorld(frame).catch((error: unknown) => {
      this.#worlds.delete(frame);
      throw error;
    });
    this.#worlds.set(frame, world);
    return world;
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
}
