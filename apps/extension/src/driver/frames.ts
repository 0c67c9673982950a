/** Calls the page agent, which runs in an isolated world in each frame of a tab. */
import type { Protocol } from 'devtools-protocol';
import { z } from 'zod';

import {
  type FrameAccess,
  type FrameChain,
  type FrameDocument,
  frameScopes,
} from '../consent/frame-access.ts';
import type { AgentCalls } from '../page-agent/agent.ts';
import type { FilesAnswer } from '../page-agent/files.ts';

import { answerInTime, busyMs } from './busy-page.ts';
import type { Cdp, SessionId } from './cdp.ts';
import { CommandError } from './command-error.ts';
import { closedNote, frameClosedError } from './frame-errors.ts';
import { type Frame, FrameList } from './frame-list.ts';

export type { Frame };

/** The person's decision about what is in a frame. */
export type FrameAccessTo = (chain: FrameChain, permission: 'read' | 'act') => FrameAccess;

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
const askMs = 2_000;

export class Frames extends FrameList {
  readonly #cdp: Cdp;
  readonly #source: () => Promise<string>;
  readonly #accessTo: FrameAccessTo;
  /** A frame that is added again is another object: its document is another, too. */
  #worlds = new WeakMap<Frame, Promise<number>>();
  #passes = 0;

  /** `source` is the code of the page agent. */
  constructor(cdp: Cdp, source: () => Promise<string>, accessTo: FrameAccessTo) {
    super(cdp);
    this.#cdp = cdp;
    this.#source = source;
    this.#accessTo = accessTo;
    cdp.on('Runtime.executionContextsCleared', (_, session) => {
      for (const frame of this.all) if (frame.session === session) this.#worlds.delete(frame);
    });
  }

  /** Whether the page agent runs in this frame already. */
  isRead(frame: Frame): boolean {
    return this.#worlds.has(frame);
  }

  /** The page itself is always open: no command runs in a tab before it was admitted to the page. */
  accessTo(frame: Frame, permission: 'read' | 'act'): FrameAccess {
    return frame.number === 0 ? 'open' : this.#accessTo(this.chainOf(frame), permission);
  }

  /** What a tree says instead of the content of the frame; `null` if agents may read that. */
  closedNote(frame: Frame): string | null {
    const access = this.accessTo(frame, 'read');
    return access === 'open' ? null : closedNote(access, this.chainOf(frame), frame.number);
  }

  /** The access to a frame that may be gone: what is known of it is its chain. */
  accessToChain(chain: FrameChain): FrameAccess {
    return this.#accessTo(chain, 'read');
  }

  /** Those that agents may not use, at any depth. */
  get barred(): Frame[] {
    return this.all.filter((frame) => this.accessTo(frame, 'act') !== 'open');
  }

  /** Those that agents may not see, without the frames in them. */
  get hidden(): Frame[] {
    const isHidden = (frame: Frame) => this.accessTo(frame, 'read') !== 'open';
    return this.all.filter((frame) => {
      const parent = frame.parentId === null ? null : this.byId(frame.parentId);
      return isHidden(frame) && (parent === null || !isHidden(parent));
    });
  }

  /** Whether the frame is one of an extension or of the browser itself, and of no site. */
  isOfBrowser(frame: Frame): boolean {
    const chain = this.chainOf(frame);
    return !chain.includes(null) && frameScopes(chain).at(-1)?.kind === 'closed';
  }

  /** Returns the frame at the top of the session. */
  async loadTree(session: SessionId): Promise<Protocol.Page.Frame> {
    const { frameTree } = await this.#cdp.send('Page.getFrameTree', {}, session);
    type Tree = typeof frameTree;
    const visit = ({ frame, childFrames = [] }: Tree): void => {
      this.addDocument(frame, session);
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
    const inner = id === undefined ? null : this.byId(id);
    if (inner !== null) await this.learn(inner);
    return inner;
  }

  /** Asks a frame what it shows if its process has not told it yet. A frame that does not answer stays closed. */
  async learn(frame: Frame): Promise<void> {
    const now = await this.untilSettled(frame);
    if (now === null || !this.chainOf(now).includes(null)) return;
    const params = { frameId: now.id, worldName: 'annotate-mcp-shield' };
    const asked = this.#cdp
      .send('Page.createIsolatedWorld', params, now.session)
      .then(({ executionContextId }) => this.#ask(now, executionContextId));
    const shown = await answerInTime(asked, 'Nothing was read.', askMs).catch(() => null);
    // What the process tells meanwhile is newer.
    if (shown !== null && this.chainOf(now).includes(null)) this.addShown(now, shown);
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
    if (now === null) throw new CommandError('target/stale', 'The frame is gone.', 'Take a new snapshot.');
    // What was meant for one site is not done on another.
    if (frame.origin !== '' && frame.origin !== now.origin)
      throw new CommandError('target/stale', 'The frame shows another site now.', 'Take a new snapshot.');
    // A document that is not known yet says itself what it is, before anything else runs in it.
    if (!this.chainOf(now).includes(null)) this.#require(now, this.chainOf(now));
    return now;
  }

  /** The edge that all calls into frames pass: nothing is asked of one that the person has not opened. */
  #require(frame: Frame, chain: FrameChain): void {
    if (frame.number !== 0 && this.#accessTo(chain, 'read') !== 'open') throw frameClosedError(chain);
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

  async #createWorld(frame: Frame): Promise<number> {
    const { id, session } = frame;
    const { executionContextId } = await this.#cdp.send(
      'Page.createIsolatedWorld',
      { frameId: id, worldName: 'annotate-mcp' },
      session,
    );
    // The frame may have got another document since it was looked up. This world belongs to one document for ever.
    if (frame.number !== 0)
      this.#require(frame, this.chainOf(frame, await this.#ask(frame, executionContextId)));
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

  async #ask({ session }: Frame, contextId: number): Promise<FrameDocument> {
    const expression = '[location.href, self.origin]';
    const params = { expression, contextId, returnByValue: true };
    const { result } = await this.#cdp.send('Runtime.evaluate', params, session);
    const [url, origin] = addressSchema.parse(result.value);
    return { url, origin };
  }
}

const addressSchema = z.tuple([z.string(), z.string()]);
