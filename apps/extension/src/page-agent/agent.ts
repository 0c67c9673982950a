/**
 * Runs in an isolated world in each frame of a driven tab, so that the page can neither see nor change it. The driver
 * calls its functions by name; arguments and results are JSON.
 */
import { checkTarget, describePoint, frameToEnter } from './check-target.ts';
import { addClosedRoot } from './composed.ts';
import { hasText, isVisible, nextChange } from './conditions.ts';
import { choose, fieldValue, focusField } from './fields.ts';
import { dropFiles, giveFiles, giveToInput } from './files.ts';
import { findField, findOption, inspectField, isFieldChecked, pickRadio, selectOptions } from './form.ts';
import { noteListening, questionNode } from './handlers.ts';
import { type LocalTarget, locate } from './locate.ts';
import { frameElement } from './page-tree.ts';
import { hasPasswordField, passwordValues } from './passwords.ts';
import { reportPerformance } from './performance.ts';
import { hidePointer, outline, showPointer } from './pointer-mark.ts';
import { refsOfUsable } from './refs-of-usable.ts';
import { scroll } from './scrolling.ts';
import { formatPage } from './site-formats.ts';
import { takeSnapshot } from './snapshot.ts';
import { findSuspects, suspect } from './suspects.ts';
import { concealMark, hideMark, revealMark, showMark } from './tab-mark.ts';

const calls = {
  checkTarget,
  choose,
  describePoint,
  dropFiles,
  fieldValue,
  findField,
  findOption,
  findSuspects,
  focusField,
  formatPage,
  giveFiles,
  hasText,
  hideMark,
  hidePointer,
  inspectField,
  isFieldChecked,
  isVisible,
  nextChange,
  outline,
  page: describePage,
  pickRadio,
  /** Hides what must not be in a picture, and says what the window shows. */
  preparePicture: () => {
    const hadPointer = hidePointer();
    const hadMark = concealMark();
    const { pageLeft = 0, pageTop = 0, width = 0, height = 0, scale = 1 } = visualViewport ?? {};
    return {
      page: describePage(),
      /** A picture that was taken before may show the pointer or the mark. */
      wasHidden: hadPointer || hadMark,
      window: { width: innerWidth, height: innerHeight },
      /** The part of the page that is seen, which is less than the window after zooming with two fingers. */
      seen: { x: pageLeft, y: pageTop, width, height, scale },
    };
  },
  reportPerformance,
  revealMark,
  scroll,
  selectOptions,
  showMark,
  showPointer,
  takeSnapshot,
};

function describePage() {
  return {
    url: location.href.slice(0, 4_096),
    title: document.title.slice(0, 500),
    passwords: passwordValues(),
    hasPasswordField: hasPasswordField(),
  };
}

/** Functions that the driver may call. */
export type AgentCalls = typeof calls;

/** Functions whose result the debugger uses as an object and not as JSON. */
const objects = {
  addClosedRoot,
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

globalThis.annotateAgent ??= {
  objects,
  run: async (call, args) => {
    const work = calls[call] as (...given: unknown[]) => unknown;
    return JSON.stringify((await work(...args)) ?? null);
  },
};
