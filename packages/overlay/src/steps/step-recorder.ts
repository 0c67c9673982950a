/** Remembers, in memory only, what the person did on the page and what failed there. */
import type { RecordedStep } from '@annotate-mcp/core';

import type { OverlayStateContainer } from '../state/container.ts';
import { eachWindow, type PageWindow } from '../window/frames.ts';

import { describeAddress, recordErrors, recordFailedRequests } from './record-failures.ts';
import { type AddStep, recordInput } from './record-input.ts';
import { createStepLog } from './step-log.ts';

export interface StepRecorder {
  readonly recent: () => RecordedStep[];
  readonly close: () => void;
}

export interface StepRecorderDeps {
  readonly pageWindow: PageWindow;
  readonly container: OverlayStateContainer;
}

export function startStepRecorder({ pageWindow, container }: StepRecorderDeps): StepRecorder {
  const log = createStepLog(() => pageWindow.performance.now());
  const addOfPerson: AddStep = (action) => {
    const { name } = container.get().mode;
    // In the other modes clicks and keys pick a target.
    if (name === 'hidden' || name === 'thread') log.add(action);
  };
  const { origin } = pageWindow.location;
  let pageUrl = container.get().pageUrl;
  const stops = [
    eachWindow(pageWindow, (each) => recordInput(each, addOfPerson)),
    container.subscribe((state) => {
      if (state.pageUrl === pageUrl) return;
      ({ pageUrl } = state);
      log.add({ kind: 'navigate', url: describeAddress(pageUrl, origin) });
    }),
    recordErrors(pageWindow, log.add),
    recordFailedRequests(pageWindow, log.add),
  ];
  return {
    recent: log.recent,
    close: () => {
      for (const stop of stops) stop();
    },
  };
}
