/** Connects the page agent of a frame with the page's own world, which knows the elements that have handlers. */
import type { Cdp, SessionId } from './cdp.ts';
import type { Frame, Frames } from './frames.ts';
import { answerAboutHandlers } from './main-world.ts';

interface MainWorld {
  readonly id: number;
  readonly session: SessionId;
  answers: Promise<void> | null;
}

export class HandlerQuestions {
  readonly #cdp: Cdp;
  readonly #frames: Frames;
  /** The page's own world of each frame, by the id of the frame. */
  readonly #mainWorlds = new Map<string, MainWorld>();

  constructor(cdp: Cdp, frames: Frames) {
    this.#cdp = cdp;
    this.#frames = frames;
    cdp.on('Runtime.executionContextCreated', ({ context: { id, auxData } }, session) => {
      const { isDefault, frameId } = (auxData ?? {}) as { isDefault?: boolean; frameId?: string };
      if (isDefault === true && frameId !== undefined)
        this.#mainWorlds.set(frameId, { id, session, answers: null });
    });
    cdp.on('Page.frameDetached', ({ frameId }, session) => {
      // The process that a frame has left may say so after the new one has begun.
      if (this.#mainWorlds.get(frameId)?.session === session) this.#mainWorlds.delete(frameId);
    });
  }

  /** Without an answer the snapshot goes by roles and by the cursor, so a failure is no reason to have none. */
  async connect(frame: Frame): Promise<void> {
    const world = this.#mainWorlds.get(frame.id);
    if (world === undefined) return;
    world.answers ??= this.#connect(frame, world.id).catch(() => undefined);
    await world.answers;
  }

  async #connect(frame: Frame, contextId: number): Promise<void> {
    const [node, listeners] = await Promise.all([
      this.#frames.handle(frame, 'questionNode()'),
      this.#cdp.send(
        'Runtime.evaluate',
        { expression: 'getEventListeners', contextId, includeCommandLineAPI: true },
        frame.session,
      ),
    ]);
    if (node === null || listeners.result.objectId === undefined) return;
    const { node: described } = await this.#cdp.send('DOM.describeNode', { objectId: node }, frame.session);
    // Without a world named, it is resolved in the page's own.
    const { object } = await this.#cdp.send(
      'DOM.resolveNode',
      { backendNodeId: described.backendNodeId },
      frame.session,
    );
    if (object.objectId === undefined) return;
    await this.#cdp.send(
      'Runtime.callFunctionOn',
      {
        objectId: object.objectId,
        functionDeclaration: String(answerAboutHandlers),
        arguments: [{ objectId: listeners.result.objectId }],
      },
      frame.session,
    );
  }
}
