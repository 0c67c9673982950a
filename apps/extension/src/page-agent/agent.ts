/**
 * Runs in a world of its own in every document that is driven, so that the page can neither see nor change it. The
 * driver calls by name; what goes over is JSON.
 */
import { aim, frameAt, frameToEnter } from './aim.ts';
import { knowClosedRoot } from './composed.ts';
import { hasText, isVisible, nextChange } from './conditions.ts';
import { choose, fieldValue, focusField, giveFiles } from './fields.ts';
import { hidePointer, outline, showPointer } from './pointer-mark.ts';
import { scroll } from './scrolling.ts';
import { formatPage } from './site-formats.ts';
import { frameElement, suspect, takeSnapshot } from './snapshot.ts';

const calls = {
  aim,
  choose,
  fieldValue,
  focusField,
  formatPage,
  frameAt,
  giveFiles,
  hasText,
  hidePointer,
  isVisible,
  nextChange,
  outline,
  page: () => ({ url: location.href.slice(0, 4_096), title: document.title.slice(0, 500) }),
  scroll,
  showPointer,
  takeSnapshot,
};

/** What the driver may call. */
export type AgentCalls = typeof calls;

/** What is handed over as an object and not as JSON. */
const objects = { frameElement, frameToEnter, knowClosedRoot, suspect };

declare global {
  var annotateAgent:
    { run(call: keyof AgentCalls, args: unknown[]): Promise<string>; objects: typeof objects } | undefined;
}

globalThis.annotateAgent ??= {
  objects,
  run: async (call, args) => {
    const work = calls[call] as (...given: unknown[]) => unknown;
    return JSON.stringify((await work(...args)) ?? null);
  },
};
