import type { RecordedStep } from '@annotate-mcp/core';

import { startWhenIdle } from '../loading/start-when-idle.ts';

import type { StepRecorder, StepRecorderDeps } from './step-recorder.ts';

export interface Steps {
  /** Empty until the recorder is loaded. */
  readonly recent: () => RecordedStep[];
  readonly close: () => void;
}

export function startLazySteps(deps: StepRecorderDeps): Steps {
  let recorder: StepRecorder | null = null;
  const close = startWhenIdle(async () => {
    const { startStepRecorder } = await import('./step-recorder.ts');
    return (given: StepRecorderDeps) => {
      recorder = startStepRecorder(given);
      return recorder.close;
    };
  }, deps);
  return { recent: () => recorder?.recent() ?? [], close };
}
