/**
 * Runs in an isolated world in each frame of a driven tab, so that the page can neither see nor change it. The driver
 * calls its functions by name; arguments and results are JSON.
 */
import { addClosedRoot } from '@annotate-mcp/page-facts/elements';

import { checkTarget, describePoint, frameAt, frameToEnter } from './check-target.ts';
import { drawn, hasText, isVisible, nextChange } from './conditions.ts';
import { describePage } from './describe-page.ts';
import { concealFencedFrames, hasFencedFrames } from './fenced-frames.ts';
import {
  choose,
  compareField,
  fieldValue,
  focusField,
  insertText,
  leaveField,
  settledField,
} from './fields.ts';
import { dropFiles, giveFiles, giveToInput } from './files.ts';
import { findField, findOption, inspectField, isFieldChecked, pickRadio, selectOptions } from './form.ts';
import { noteListening, questionNode } from './handlers.ts';
import { focusedFrame, type LocalTarget, locate } from './locate.ts';
import { frameElement } from './page-tree.ts';
import { partsOf } from './parts.ts';
import { concealPasted, readableClipboard, watchPastes } from './pasted.ts';
import { reportPerformance } from './performance.ts';
import { hidePointer, outline, showPointer } from './pointer-mark.ts';
import { preparePicture } from './prepare-picture.ts';
import { refsOfUsable } from './pressable.ts';
import { scroll } from './scrolling.ts';
import { areSecret } from './secrets.ts';
import { formatPage } from './site-formats.ts';
import { takeSnapshot } from './snapshot.ts';
import { findSuspects, suspect } from './suspects.ts';
import { hideMark, revealMark, showMark } from './tab-mark.ts';

const calls = {
  checkTarget,
  choose,
  compareField,
  concealFencedFrames,
  concealPasted,
  describePoint,
  drawn,
  dropFiles,
  fieldValue,
  findField,
  findOption,
  findSuspects,
  focusField,
  formatPage,
  giveFiles,
  hasFencedFrames,
  hasText,
  hideMark,
  hidePointer,
  inspectField,
  insertText,
  isFieldChecked,
  isVisible,
  leaveField,
  nextChange,
  outline,
  page: describePage,
  partsOf,
  pickRadio,
  preparePicture,
  readableClipboard,
  reportPerformance,
  revealMark,
  scroll,
  selectOptions,
  settledField,
  showMark,
  showPointer,
  takeSnapshot,
};

/** Functions that the driver may call. */
export type AgentCalls = typeof calls;

/** Functions whose result the debugger uses as an object and not as JSON. */
const objects = {
  addClosedRoot,
  areSecret,
  focusedFrame,
  frameAt,
  frameElement,
  frameToEnter,
  giveToInput,
  located: (target: LocalTarget): Element | null => {
    const found = locate(target);
    return 'element' in found ? found.element : null;
  },
  noteListening,
  questionNode,
  refsOfUsable,
  suspect,
};

declare global {
  var annotateAgent:
    | { run(call: keyof AgentCalls, args: unknown[]): Promise<string>; objects: typeof objects }
    | undefined;
}

// The script may be run again in a document: the functions of its first run go on.
if (globalThis.annotateAgent === undefined) watchPastes();
globalThis.annotateAgent ??= {
  objects,
  run: async (call, args) => {
    const work = calls[call] as (...given: unknown[]) => unknown;
    return JSON.stringify((await work(...args)) ?? null);
  },
};
