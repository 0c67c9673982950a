/**
 * The two ends of an inspection whose asker lives in another JavaScript world than the page: they share the DOM and
 * nothing else. A question is an event on the very element it is about, so the element itself never has to cross;
 * everything else is JSON.
 */
import type { SourceLocation } from '@annotate-mcp/core';

import { guarded, isObject, read } from './foreign.ts';
import type { InspectedTarget, Inspection, Located } from './inspection.ts';
import type { ComponentSummary } from './inspector.ts';

const question = 'annotate-mcp:inspect';
const answer = 'annotate-mcp:inspected';
/** On a frame: questions about the elements of its document follow, and events do not leave a document. */
const announcement = 'annotate-mcp:inspect-frame';

/** The end in the page's world. Returns how to stop. */
export function serveInspection(inspection: Inspection, target: EventTarget = document): () => void {
  const onQuestion = (event: Event): void => {
    const element = event.composedPath()[0];
    const asked = parseDetail(event);
    if (!isElementTarget(element) || typeof read(asked, 'id') !== 'string') return;
    event.stopImmediatePropagation();
    const reply = (result: object): void => {
      send(element, answer, { id: read(asked, 'id'), ...result });
    };
    ask(inspection, element, asked).then(
      (value) => {
        reply({ value });
      },
      (error: unknown) => {
        reply({ error: error instanceof Error ? error.message : String(error) });
      },
    );
  };
  const served = new Set<EventTarget>();
  const serve = (document: EventTarget): void => {
    // Captured, so that an app that stops its own events does not stop this one.
    document.addEventListener(question, onQuestion, true);
    document.addEventListener(announcement, onFrame, true);
    served.add(document);
  };
  const onFrame = (event: Event): void => {
    const frame = event.composedPath()[0];
    if (!isElementTarget(frame) || !('contentDocument' in frame)) return;
    event.stopImmediatePropagation();
    // `null` for a frame of another site.
    const inner = guarded(() => (frame as HTMLIFrameElement).contentDocument, null);
    if (inner !== null && !served.has(inner)) serve(inner);
  };
  serve(target);
  return () => {
    for (const document of served) {
      document.removeEventListener(question, onQuestion, true);
      document.removeEventListener(announcement, onFrame, true);
    }
  };
}

function ask(inspection: Inspection, element: Element, asked: unknown): Promise<unknown> {
  const depth = read(asked, 'depth');
  switch (read(asked, 'ask')) {
    case 'ancestry':
      return inspection.ancestry(element);
    case 'locate':
      return inspection.locate(element);
    case 'describe':
      return inspection.describe(element, typeof depth === 'number' ? depth : null);
    default:
      return Promise.reject(
        new Error(`The page does not know how to answer "${String(read(asked, 'ask'))}".`),
      );
  }
}

/** The end in the overlay's world. What comes back was said by the page: its shape is checked, its truth cannot be. */
export function remoteInspection(options: { timeoutMs?: number } = {}): Inspection {
  const timeoutMs = options.timeoutMs ?? 5_000;
  return {
    ancestry: (element) => request(element, { ask: 'ancestry' }, isAncestry, timeoutMs),
    locate: (element) => request(element, { ask: 'locate' }, isLocated, timeoutMs),
    describe: (element, depth) => request(element, { ask: 'describe', depth }, isTarget, timeoutMs),
  };
}

function request<Value>(
  element: Element,
  asked: { ask: string; depth?: number | null },
  isValid: (value: unknown) => value is Value,
  timeoutMs: number,
): Promise<Value> {
  const id = crypto.randomUUID();
  return new Promise((resolve, reject) => {
    if (!element.isConnected) {
      reject(new Error('The element is no longer in the page: point at it again.'));
      return;
    }
    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      element.removeEventListener(answer, onAnswer, true);
      settle();
    };
    const timer = setTimeout(() => {
      finish(() => {
        reject(
          new Error(`The page did not answer "${asked.ask}" within ${String(timeoutMs)} ms: reload it.`),
        );
      });
    }, timeoutMs);
    const onAnswer = (event: Event): void => {
      const result = parseDetail(event);
      if (read(result, 'id') !== id) return;
      finish(() => {
        const value = read(result, 'value') ?? null;
        const error = read(result, 'error');
        if (typeof error === 'string') reject(new Error(error));
        else if (isValid(value)) resolve(value);
        else reject(new Error(`The page answered "${asked.ask}" with something else.`));
      });
    };
    element.addEventListener(answer, onAnswer, true);
    announceFrames(element.ownerDocument);
    send(element, question, { id, ...asked });
  });
}

/** From the outermost, so that each is served when the next one is announced in it. */
function announceFrames(inner: Document): void {
  if (inner === document) return;
  const frame = inner.defaultView?.frameElement ?? null;
  if (frame === null) return;
  announceFrames(frame.ownerDocument);
  send(frame, announcement, {});
}

/** A string crosses between worlds; objects would arrive empty. */
function send(element: Element, type: string, message: object): void {
  element.dispatchEvent(new CustomEvent(type, { detail: JSON.stringify(message), composed: true }));
}

function parseDetail(event: Event): unknown {
  const detail = read(event, 'detail');
  return typeof detail === 'string' ? guarded((): unknown => JSON.parse(detail), null) : null;
}

function isElementTarget(target: EventTarget | undefined): target is Element {
  return target !== undefined && 'nodeType' in target && target.nodeType === 1;
}

function isAncestry(value: unknown): value is ComponentSummary[] {
  return (
    Array.isArray(value) &&
    value.every((each) => hasTypes(each, { name: 'string', selector: 'string', hostUp: 'number' }))
  );
}

function isSourceLocation(value: unknown): value is SourceLocation | null {
  return value === null || hasTypes(value, { file: 'string', line: 'number', column: 'number' });
}

function isLocated(value: unknown): value is Located {
  const path = read(value, 'path');
  return (
    isSourceLocation(read(value, 'source')) &&
    isSourceLocation(read(value, 'generatedAt') ?? null) &&
    isSourceLocation(read(value, 'use')) &&
    isSourceLocation(read(value, 'usedAt') ?? null) &&
    Array.isArray(path) &&
    [read(value, 'component') ?? 0, ...(path as unknown[])].every((index) => typeof index === 'number')
  );
}

function isTarget(value: unknown): value is InspectedTarget {
  const kind = read(value, 'kind');
  if (kind === 'element') return hasTypes(value, { selector: 'string', description: 'string' });
  return (
    kind === 'component' &&
    hasTypes(value, {
      componentName: 'string',
      selector: 'string',
      componentFilePath: 'string',
      inputs: 'object',
    }) &&
    hasTypes(value, { domSnapshot: 'string' }) &&
    Array.isArray(read(value, 'componentTreePath'))
  );
}

function hasTypes(value: unknown, types: Readonly<Record<string, string>>): boolean {
  return isObject(value) && Object.entries(types).every(([key, type]) => typeof read(value, key) === type);
}
