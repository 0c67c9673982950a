/** Turns what the person does on the page into steps. What is typed is counted, never kept. */
import { nameElement, type RecordedAction, type StepElement } from '@annotate-mcp/core';
import { redacted, redactText } from '@annotate-mcp/page-facts';
import { holdsSecret } from '@annotate-mcp/page-facts/dom';

import { isElement, isOverlay } from '../inspectors/dom-tree.ts';
import { domPath, elementFacts } from '../inspectors/dom.ts';
import { isInPrivate } from '../inspectors/private-parts.ts';
import type { PageWindow } from '../window/frames.ts';

export type AddStep = (action: RecordedAction) => void;

export function recordInput(pageWindow: PageWindow, add: AddStep): () => void {
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
