/** Remembers, in memory only, what the person did on the page and what failed there. */
import { nameElement, type RecordedAction, type RecordedStep, type StepElement } from '@annotate-mcp/core';
import { redacted, redactText } from '@annotate-mcp/page-facts';
import { holdsSecret } from '@annotate-mcp/page-facts/dom';

import { isElement, isOverlay } from '../inspectors/dom-tree.ts';
import { domPath, elementFacts } from '../inspectors/dom.ts';
import { isInPrivate } from '../inspectors/private-parts.ts';
import type { OverlayStateContainer } from '../state/container.ts';
import { eachWindow, type PageWindow } from '../window/frames.ts';

import { formatValue } from './console-tail.ts';

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

type AddStep = (action: RecordedAction) => void;

/** Turns what the person does on the page into steps. What is typed is counted, never kept. */
function recordInput(pageWindow: PageWindow, add: AddStep): () => void {
  const listeners = {
    click: (event: Event) => {
      const element = isSelecting(event, pageWindow) ? null : targetOf(event);
      if (element !== null && !isChoice(element))
        add({ kind: 'click', element: describe(element.closest(clickable) ?? element) });
    },
    input: (event: Event) => {
      const element = targetOf(event);
      if (element !== null && !isChoice(element)) add(describeTyping(element));
    },
    change: (event: Event) => {
      const element = targetOf(event);
      if (element !== null && isChoice(element))
        add({ kind: 'choose', element: describe(element), choice: choiceIn(element) });
    },
    keydown: (event: Event) => {
      const key = 'key' in event ? nameKey(event as KeyboardEvent) : null;
      if (key !== null && targetOf(event) !== null) add({ kind: 'press', key });
    },
  };
  const entries = Object.entries(listeners);
  for (const [type, listener] of entries) pageWindow.addEventListener(type, listener, true);
  return () => {
    for (const [type, listener] of entries) pageWindow.removeEventListener(type, listener, true);
  };
}

/** `null` for events that the person did not cause, and for those of the overlay. */
function targetOf(event: Event): Element | null {
  const [target] = event.composedPath();
  if (!event.isTrusted || target === undefined || !('nodeType' in target)) return null;
  const node = target as Node;
  return isElement(node) && !isOverlay(node) ? node : null;
}

/** A click that ends the selection of text, or that picks an element with Alt in an inline review. */
function isSelecting(event: Event, pageWindow: PageWindow): boolean {
  return ('altKey' in event && event.altKey === true) || pageWindow.getSelection()?.type === 'Range';
}

const clickable =
  'a[href],button,input,textarea,select,summary,label,[role=button],[role=link],[role=menuitem],[role=tab],[role=option],[role=checkbox],[role=switch]';

function describe(element: Element): StepElement {
  const name = isInPrivate(element) ? `private ${element.localName}` : nameElement(elementFacts(element));
  return { name: name.slice(0, 500), selector: domPath(element).slice(0, 4_000) };
}

function describeTyping(element: Element): RecordedAction {
  const length =
    'value' in element && typeof element.value === 'string'
      ? element.value.length
      : element.textContent.length;
  const isSecret = holdsSecret(element) || isInPrivate(element);
  return { kind: 'type', element: describe(element), ...(!isSecret && { characters: length }) };
}

/** Controls that are chosen from rather than typed into. */
function isChoice(element: Element): boolean {
  return element.matches(
    'select,option,input[type=checkbox],input[type=radio],input[type=range],input[type=color],input[type=file]',
  );
}

const maxChoiceLength = 100;

function choiceIn(element: Element): string {
  if (holdsSecret(element) || isInPrivate(element)) return redacted;
  return redactText(readChoice(element).slice(0, maxChoiceLength * 2)).slice(0, maxChoiceLength);
}

function readChoice(element: Element): string {
  if ('selectedOptions' in element)
    return [...(element as HTMLSelectElement).selectedOptions].map(({ label }) => label).join(', ');
  const input = element as HTMLInputElement;
  if (input.type === 'file') return `${input.files?.length ?? 0} files`;
  if (input.type === 'checkbox') return input.checked ? 'on' : 'off';
  return input.type === 'radio' ? 'on' : input.value;
}

/** `null` for characters, and for a modifier key alone. */
function nameKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string | null {
  if (/^(Control|Meta|Alt|Shift|AltGraph|CapsLock|Dead|Process|Unidentified)$/.test(key)) return null;
  const isCharacter = /^.$/su.test(key);
  if (isCharacter && !ctrlKey && !metaKey) return null;
  const modifiers = [ctrlKey && 'Control', metaKey && 'Meta', altKey && 'Alt', shiftKey && 'Shift'];
  const name = isCharacter ? key.toUpperCase() : key;
  return [...modifiers.filter((modifier) => modifier !== false), name].join('+').slice(0, 50);
}

const maxMessageLength = 1_000;

/** Turns failed requests and uncaught errors of the page into steps. */
function recordErrors(pageWindow: PageWindow, add: AddStep): () => void {
  const report = (text: string) =>
    add({
      kind: 'error',
      message: redactText(text.slice(0, 2 * maxMessageLength)).slice(0, maxMessageLength),
    });
  const onError = (event: ErrorEvent) => report(event.message);
  const onRejection = (event: PromiseRejectionEvent) => report(firstLine(formatValue(event.reason)));
  pageWindow.addEventListener('error', onError);
  pageWindow.addEventListener('unhandledrejection', onRejection);
  return () => {
    pageWindow.removeEventListener('error', onError);
    pageWindow.removeEventListener('unhandledrejection', onRejection);
  };
}

/** Reads the browser's own record of requests, so that `fetch` and the rest stay as they are. */
function recordFailedRequests(pageWindow: PageWindow, add: AddStep): () => void {
  const observer = new pageWindow.PerformanceObserver((list) => {
    for (const entry of list.getEntriesByType('resource')) {
      const { name, responseStatus } = entry as PerformanceResourceTiming;
      if (isFailure(name, responseStatus, pageWindow.location.origin))
        add({
          kind: 'request',
          url: describeAddress(name, pageWindow.location.origin),
          ...(responseStatus > 0 && { status: responseStatus }),
        });
    }
  });
  observer.observe({ type: 'resource' });
  return () => observer.disconnect();
}

/** Browsers report no status for requests to other origins that do not allow it, so a missing one says nothing there. */
function isFailure(url: string, status: number | undefined, origin: string): boolean {
  if (status === undefined || url.includes('/__annotate/')) return false;
  return status >= 400 || (status === 0 && url.startsWith(`${origin}/`));
}

/** The path alone for the page's own origin. */
function describeAddress(url: string, origin: string): string {
  const address = url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
  return redactText(address.slice(0, 4_000)).slice(0, 2_000);
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

interface StepLog {
  readonly add: (action: RecordedAction) => void;
  /** What happened within 30 seconds before the newest step, oldest first. */
  readonly recent: () => RecordedStep[];
}

const maxSteps = 100;
const recentMs = 30_000;

/** `now` in milliseconds. */
export function createStepLog(now: () => number): StepLog {
  const entries: { action: RecordedAction; at: number }[] = [];
  return {
    add(action) {
      const last = entries.at(-1);
      // Typing on in the same field is one step.
      if (last !== undefined && isSameTyping(last.action, action)) entries.pop();
      entries.push({ action, at: now() });
      if (entries.length > maxSteps) entries.shift();
    },
    recent() {
      const newest = entries.at(-1)?.at ?? 0;
      const at = now();
      return entries
        .filter((entry) => newest - entry.at <= recentMs)
        .map((entry) => ({ ...entry.action, secondsBefore: Math.round((at - entry.at) / 100) / 10 }));
    },
  };
}

function isSameTyping(left: RecordedAction, right: RecordedAction): boolean {
  return left.kind === 'type' && right.kind === 'type' && left.element.selector === right.element.selector;
}
