import { captureElement } from '../capture/screenshot.ts';

import { readPassingStates } from './passing-states.ts';
import type { ProofTask } from './proof-recorder.ts';
import { PageChanges, whenVisible } from './settled.ts';
import { findTargets, takeRecord } from './take-record.ts';

/** Well below the hub's limit for an attachment. */
export const mostPictureBytes = 400_000;

/** Keeps what the comment is about. Another page may have told it already; then the hub leaves it as it is. */
export async function recordBeforePage(task: ProofTask): Promise<void> {
  const { annotation, tracker, queue, reporter, timing, signal } = task;
  if (isTold(annotation)) return;
  const waiting = { document, signal };
  await whenVisible(waiting);
  // A page that was just loaded may not show the target yet.
  if (findTargets(annotation, tracker).length === 0) {
    const changes = new PageChanges(waiting);
    await changes.settle(timing.quiet, timing.mostQuiet);
    changes.close();
  }
  await pointerLeaves(task);
  const taken = await queue.run(() => takeRecord(annotation, tracker, task));
  const { takenAt, record, element } = taken;
  if (signal.aborted || element === null) return;
  await whenSent(task);
  if (signal.aborted) return;
  const report = { side: 'before', takenAt } as const;
  const stored = await reporter.sendRecord(annotation.id, { ...report, record, isFinal: true });
  if (stored?.isRecorded !== true) return;
  const picture = await queue.run(() => pictureOf(task, element));
  if (picture !== null) await reporter.sendPicture(annotation.id, report, picture);
}

function isTold(annotation: ProofTask['annotation']): boolean {
  return annotation.kind !== 'markdown' && annotation.proof !== undefined;
}

/** `null` when none could be taken, or the element has changed meanwhile. */
async function pictureOf({ annotation, signal }: ProofTask, element: Element): Promise<Blob | string | null> {
  const isElement = annotation.kind === 'component' || annotation.kind === 'element';
  if (isElement && annotation.screenshot !== undefined) return annotation.screenshot;
  return takeSteadyPicture(element, signal);
}

/** The page's policy forbids pictures. The browser writes that to the console, so no other one is tried. */
let isForbidden = false;

/** `null` when none could be taken, or the element has changed meanwhile. */
export async function takeSteadyPicture(element: Element, signal: AbortSignal): Promise<Blob | null> {
  if (isForbidden || signal.aborted || !element.isConnected) return null;
  const before = appearanceOf(element);
  try {
    const picture = await captureElement(element, { maxBytes: mostPictureBytes, onlyOwnOrigin: true });
    return element.isConnected && appearanceOf(element) === before ? picture : null;
  } catch (error) {
    isForbidden = error instanceof Error && error.message.includes('content security policy');
    return null;
  }
}

function appearanceOf(element: Element): string {
  const { width, height } = element.getBoundingClientRect();
  const { color, backgroundColor, padding, font } = getComputedStyle(element);
  return [
    element.outerHTML,
    Math.round(width),
    Math.round(height),
    color,
    backgroundColor,
    padding,
    font,
  ].join();
}

/** The hub knows the annotation. */
function whenSent({ annotation: { id }, container, signal }: ProofTask): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      const { annotations, unsent, connection } = container.get();
      const isSent = annotations.has(id) && !unsent.has(id) && connection === 'online';
      if (!isSent && !signal.aborted) return;
      unsubscribe();
      signal.removeEventListener('abort', check);
      resolve();
    };
    const unsubscribe = container.subscribe(check);
    signal.addEventListener('abort', check);
    check();
  });
}

/** A person who sends by a key has the pointer still on the target, which may look different for that reason. */
export async function pointerLeaves({ annotation, tracker, timing, signal }: ProofTask): Promise<void> {
  const [element] = findTargets(annotation, tracker);
  if (element === undefined || readPassingStates(element.ownerDocument).propertiesOf(element).size === 0)
    return;
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', check, true);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const check = ({ target }: Event) => {
      if (!(target instanceof Node) || !element.contains(target)) end();
    };
    const timer = setTimeout(end, timing.pointer);
    document.addEventListener('pointerover', check, true);
    signal.addEventListener('abort', end);
  });
}
