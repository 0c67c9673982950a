/** The parts of the overlay that are loaded when the browser is idle, or when they are first used. */
import type { LookRequest, Manifest } from '@annotate-mcp/core';

import type { FollowSeenDeps } from '../attention/follow-seen.ts';
import type { StepRecorder, StepRecorderDeps } from '../capture/step-recorder.ts';
import type { reportUncaught } from '../capture/uncaught.ts';
import { notify } from '../commands/notify.ts';
import type { Inspection } from '../inspectors/inspection.ts';
import type { AnswerDeps } from '../looks/answer-look.ts';
import type { ModeDeps } from '../modes/mode-deps.ts';
import type { ProofDeps } from '../proof/proof-task.ts';
import type { OverlayConfig } from '../state/config.ts';
import type { OverlayStateContainer } from '../state/container.ts';

import { startWhenIdle, whenIdle } from './when-idle.ts';

/** It does something only while the tab is in the background. */
export function startLazyAttention(container: OverlayStateContainer): () => void {
  return startWhenIdle(async () => (await import('../attention/attention.ts')).startAttention, container);
}

/** Nothing is unread before. */
export function startLazySeen(deps: FollowSeenDeps): () => void {
  return startWhenIdle(async () => (await import('../attention/follow-seen.ts')).followSeen, deps);
}

/**
 * A page shows nothing of it before a person writes. Without it the text is kept, and its composer has to be opened by
 * hand after a reload.
 */
export function startLazyWriting(deps: ModeDeps): () => void {
  return startWhenIdle(async () => (await import('../writing/keep-writing.ts')).keepWriting, deps);
}

/** Nothing that the person does waits for it. */
export function startLazyProof(deps: ProofDeps): () => void {
  return startWhenIdle(async () => (await import('../proof/proof-recorder.ts')).startProof, deps);
}

/** Has no steps until the recorder is loaded. */
export function startLazySteps(deps: StepRecorderDeps): StepRecorder {
  let recorder: StepRecorder | null = null;
  const close = startWhenIdle(async () => {
    const { startStepRecorder } = await import('../capture/step-recorder.ts');
    return (given: StepRecorderDeps) => {
      recorder = startStepRecorder(given);
      return recorder.close;
    };
  }, deps);
  return { recent: () => recorder?.recent() ?? [], close };
}

/** The inspectors of this JavaScript world, loaded on the first call. */
export function lazyInspection(config: OverlayConfig, page: { manifest: () => Manifest }): Inspection {
  let loading: Promise<Inspection> | undefined;
  const load = (): Promise<Inspection> => {
    loading ??= import('../inspectors/local.ts').then(
      ({ createInspection }) => createInspection(config, page),
      (error: unknown) => {
        // The dev server was not running; the next call tries again.
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  return {
    ancestry: async (element) => (await load()).ancestry(element),
    locate: async (element) => (await load()).locate(element),
    describe: async (element, depth) => (await load()).describe(element, depth),
  };
}

/** Loads the code with the first request of an agent, because most pages get none. */
export async function answerLazily(request: LookRequest, deps: AnswerDeps): Promise<void> {
  try {
    await (await import('../looks/answer-look.ts')).answerLook(request, deps);
  } catch {
    // The dev server has stopped, or the element left the page meanwhile: the agent is told that no answer came.
  }
}

/** Option `review`. Loaded separately, because most apps do not use it. */
export function startLazyReview(deps: ModeDeps): () => void {
  let stop: (() => void) | null = null;
  let stopped = false;
  import('../review/review.ts').then(
    ({ startReview }) => {
      if (!stopped) stop = startReview(deps);
    },
    () => notify(deps.container.dispatch, 'Review could not be loaded. Reload the page.', 'problem'),
  );
  return () => {
    stopped = true;
    stop?.();
  };
}

/** Option `captureErrors`. Errors that are thrown before it is loaded are kept by the console tail. */
export function startLazyUncaught(...deps: Parameters<typeof reportUncaught>): () => void {
  let isStopped = false;
  let stop: (() => void) | null = null;
  import('../capture/uncaught.ts').then(
    (loaded) => {
      if (!isStopped) stop = loaded.reportUncaught(...deps);
    },
    // Without the dev server the code cannot be loaded, and no report could be sent either.
    () => undefined,
  );
  return () => {
    isStopped = true;
    stop?.();
  };
}

/** Loads what is likely to be used, so that it works at once and also after the dev server has stopped. */
export function preloadWhenIdle(): () => void {
  return whenIdle(() => {
    // A failure does no harm: each part is loaded again when it is used.
    import('./preload-chunks.ts').then(
      ({ preloadChunks }) => preloadChunks(),
      () => undefined,
    );
  });
}
