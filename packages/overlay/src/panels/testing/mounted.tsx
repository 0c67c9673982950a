/** The overlay in a shadow root of its own, driven by the real reducer; commands are recorded, not carried out. */
import { render } from 'preact';
import { vi } from 'vitest';

import type { Annotation } from '@annotate-mcp/core';
import { sampleAuthor } from '@annotate-mcp/core/testing';

import type { Commands } from '../../commands/commands.ts';
import { notLoaded } from '../../commands/notify.ts';
import { adoptReviewStyles } from '../../review/review.ts';
import type { Action } from '../../state/actions.ts';
import type { OverlayConfig } from '../../state/config.ts';
import { initialState, reduce } from '../../state/reducer.ts';
import type { BadgePosition, OverlayState, Picked } from '../../state/state.ts';
import type { Trials } from '../../trials/trials.ts';
import { createStyleSheet } from '../../ui/styles.ts';
import { lazyPanels } from '../lazy-panels.ts';
import { OverlayRoot } from '../overlay-root.tsx';

export interface Mounted {
  readonly host: HTMLElement;
  readonly root: ShadowRoot;
  readonly state: () => OverlayState;
  readonly dispatch: (action: Action) => void;
  /** `['reply', id, text]`, as they were called. */
  readonly called: unknown[][];
  /** Whether the hub answers what is asked for. */
  readonly hub: { answers: boolean };
  readonly trials: Trials;
  readonly place: (badges: readonly BadgePosition[]) => void;
  /** The first that matches; waits for none. */
  readonly $: (selector: string) => HTMLElement | null;
  /** The first that matches; one must. */
  readonly field: (selector: string) => HTMLTextAreaElement;
  readonly button: (name: string) => HTMLButtonElement;
  readonly unmount: () => void;
}

export function mounted(
  annotations: readonly Annotation[] = [],
  config: Partial<OverlayConfig> = {},
): Mounted {
  const host = document.createElement('nga-overlay');
  document.body.append(host);
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [createStyleSheet()];
  if (config.review === true) adoptReviewStyles(root);
  let state = initialState({ hub: '/__annotate', appId: '.', ...config }, 'http://localhost:4200/cart');
  let badges: readonly BadgePosition[] = [];
  const called: unknown[][] = [];
  const trials: Trials = { open: null, sent: new Map() };
  const panels = lazyPanels(root, draw, () => dispatch({ type: 'notice', notice: notLoaded }));
  function draw() {
    render(
      <OverlayRoot
        panels={panels.forState(state, badges)}
        state={state}
        dispatch={dispatch}
        commands={commands}
        badges={badges}
        hub="/__annotate"
        trials={trials}
      />,
      root,
    );
  }
  function dispatch(action: Action) {
    state = reduce(state, action);
    draw();
  }
  const hub = { answers: true };
  const commands = recordCommands(called, () => state, hub);
  dispatch({ type: 'connection', state: 'online' });
  dispatch({
    type: 'me',
    me: { id: sampleAuthor.authorId, name: null, isNamed: true, local: true, may: null },
  });
  dispatch({ type: 'annotations', annotations: byId(annotations), unsent: new Set() });
  const buttons = () => [...root.querySelectorAll('button')];
  return {
    host,
    root,
    state: () => state,
    dispatch,
    called,
    hub,
    trials,
    place: (next) => {
      badges = next;
      draw();
    },
    $: (selector) => root.querySelector<HTMLElement>(selector),
    field: (selector) => {
      const found = root.querySelector(selector);
      if (!(found instanceof HTMLTextAreaElement)) throw new Error(`There is no field ${selector}.`);
      return found;
    },
    button: (name) => {
      const found = buttons().find((one) => (one.ariaLabel ?? one.textContent).startsWith(name));
      if (!found)
        throw new Error(
          `There is no button "${name}": ${buttons()
            .map(({ ariaLabel, textContent }) => ariaLabel ?? textContent)
            .join(', ')}.`,
        );
      return found;
    },
    unmount: () => {
      panels.close();
      render(null, root);
      host.remove();
    },
  };
}

/** With the panels, which come a moment after the launcher. */
export async function loaded(annotations: readonly Annotation[] = []): Promise<Mounted> {
  const overlay = mounted(annotations);
  await vi.waitFor(() => {
    if (overlay.root.adoptedStyleSheets.length < 2) throw new Error('The panels are not there yet.');
  }, patience);
  await new Promise(requestAnimationFrame);
  return overlay;
}

export function byId(annotations: readonly Annotation[]): ReadonlyMap<string, Annotation> {
  return new Map(annotations.map((annotation) => [annotation.id, annotation]));
}

export function picked(
  element: Element,
  name = 'CardComponent',
  inputs: Record<string, string | number> = {},
): Picked {
  return {
    element,
    target: {
      kind: 'component',
      componentName: name,
      selector: 'app-card',
      componentFilePath: 'src/app/card.ts',
      sourceLocation: { file: 'src/app/card.html', line: 12, column: 3 },
      inputs,
      domSnapshot: '<app-card></app-card>',
      componentTreePath: ['App', 'Shop'],
    },
  };
}

/** A button of the page that tests pick and focus. */
export function addCard(): HTMLElement {
  const card = document.createElement('button');
  card.textContent = 'card';
  document.body.append(card);
  return card;
}

/** The panels are loaded when they are first needed. */
export async function openThread(overlay: Mounted, id: string): Promise<HTMLElement> {
  overlay.dispatch({ type: 'thread:open', id });
  return await vi.waitFor(() => {
    const panel = overlay.$('.nga-thread-panel');
    if (!panel) throw new Error('There is no thread.');
    return panel;
  }, patience);
}

/** Panels are loaded when the browser is idle, which a busy machine seldom is. */
export const patience = { timeout: 15_000 };

/** What a person does with a keyboard, as far as a page can see it. */
export function press(target: EventTarget, key: string, init: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent('keydown', {
    key,
    bubbles: true,
    composed: true,
    cancelable: true,
    ...init,
  });
  target.dispatchEvent(event);
  return event;
}

export function type(field: HTMLTextAreaElement, text: string): void {
  field.value = text;
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
}

function recordCommands(called: unknown[][], state: () => OverlayState, hub: Mounted['hub']): Commands {
  const note =
    (name: keyof Commands) =>
    (...args: unknown[]) =>
      void called.push([name, ...args]);
  return {
    send: note('send'),
    attachSteps: note('attachSteps'),
    submitBatch: note('submitBatch'),
    act: (id, { type: name, ...payload }) => void called.push([name, id, ...Object.values<unknown>(payload)]),
    reveal: note('reveal'),
    relink: note('relink'),
    rename: note('rename'),
    pageNote: note('pageNote'),
    copyOne: note('copyOne'),
    copyPage: note('copyPage'),
    copyText: note('copyText'),
    toggleFreeze: note('toggleFreeze'),
    rest: () =>
      Promise.resolve({
        more: (list) => {
          note('rest')('more', list);
          return Promise.resolve(hub.answers);
        },
        all: () => Promise.resolve(state()),
        whole: (ids) => {
          note('rest')('whole', ids);
          return Promise.resolve(state());
        },
      }),
  };
}
