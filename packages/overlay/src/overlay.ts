/** The overlay's root: creates the parts, connects them and closes them; decides nothing. */
import { createElement, render } from 'preact';

import type { ConsoleTail } from './capture/console-tail.ts';
import type { Commands } from './commands/commands.ts';
import { createCommands } from './commands/create-commands.ts';
import { notify, notLoaded } from './commands/notify.ts';
import { revealOnArrival } from './commands/reveal-on-arrival.ts';
import { connect, type Connection, type ConnectionEvents } from './connection/connection.ts';
import { createManifestClient, type ManifestClient } from './connection/manifest-client.ts';
import { type FetchPicture, pageEnvironment, type PageEnvironment } from './connection/page-environment.ts';
import type { Inspection } from './inspectors/inspection.ts';
import { watchModuleVersions } from './inspectors/module-versions.ts';
import { forwardEvents, isolateEvents } from './layer/events.ts';
import { keepOnTop } from './layer/layer.ts';
import {
  answerLazily,
  lazyInspection,
  preloadWhenIdle,
  startLazyAttention,
  startLazyProof,
  startLazyReview,
  startLazySeen,
  startLazySteps,
  startLazyUncaught,
  startLazyWriting,
} from './loading/lazy-parts.ts';
import { followModes } from './modes/follow-modes.ts';
import { createFreezer } from './modes/freezer.ts';
import type { ModeDeps } from './modes/mode-deps.ts';
import { lazyPanels } from './panels/lazy-panels.ts';
import { OverlayRoot } from './panels/overlay-root.tsx';
import type { CatchPointer } from './picking/catch-in-page.ts';
import type { Dispatch } from './state/actions.ts';
import type { OverlayConfig } from './state/config.ts';
import { createOverlayState, type OverlayStateContainer } from './state/container.ts';
import { openMemory } from './state/memory.ts';
import { initialState } from './state/reducer.ts';
import type { BadgePosition, OverlayState } from './state/state.ts';
import { createLazyTracker, type Tracker, trackShown } from './tracking/lazy-tracker.ts';
import type { Trials } from './trials/trials.ts';
import { createStyleSheet } from './ui/styles.ts';
import { watchNavigation } from './window/navigation.ts';

export interface Overlay {
  readonly element: HTMLElement;
  readonly connection: Connection;
  readonly inspection: Inspection;
  readonly state: () => OverlayState;
  readonly subscribe: (listener: (state: OverlayState) => void) => () => void;
  /** Lets the person point at the page, as the key for it does. */
  readonly startPointing: () => void;
  /** Afterwards the state has the annotations of all pages, as far as the hub answers. */
  readonly readAll: () => Promise<unknown>;
  /** Removes everything from the page; what was not sent yet is kept for the next overlay. */
  readonly close: () => void;
}

export interface OverlayOptions {
  /** Asks the inspectors of another JavaScript world. */
  readonly inspection?: Inspection;
  /** `closed` on pages that are not trusted. */
  readonly shadow?: 'open' | 'closed';
  /** Replaces the page's own socket and storage. */
  readonly environment?: PageEnvironment;
  /** Replaces the listeners that catch the pointer in the page while a person picks a target. */
  readonly catchPointer?: (root: ShadowRoot) => CatchPointer;
  /** Default: the console is not read. */
  readonly consoleTail?: ConsoleTail;
  /** Fetches pictures that the page may not show by their address. */
  readonly fetchPicture?: FetchPicture;
}

export function createOverlay(config: OverlayConfig, options: OverlayOptions = {}): Overlay {
  const pageWindow = window;
  const { element, root } = createHost(options.shadow ?? 'open');
  const environment = options.environment ?? pageEnvironment();
  const memory = openMemory(environment.storages, config.projectId ?? config.appId);
  const container = createOverlayState(initialState(config, location.href, memory.recall()));
  const { dispatch } = container;
  const manifest = createManifestClient(config.hub, environment.fetch);
  const inspection = options.inspection ?? lazyInspection(config, { manifest: manifest.current });
  const consoleTail = options.consoleTail ?? { rawLines: () => [], close: () => undefined };
  const trials: Trials = { open: null, sent: new Map() };
  watchModuleVersions();

  const tracker = createLazyTracker({
    onPositions: (list) => {
      drawing.moveBadges(list);
      reveal(list);
    },
    onLost: (ids) => dispatch({ type: 'lost', ids }),
    onPlaced: (list) => {
      drawing.draw();
      reveal(list);
    },
    pageWindow,
  });
  const connection = connect(
    config,
    {
      ...connectionEvents(dispatch, manifest),
      onLookRequest: (request) =>
        void answerLazily(request, { inspection, consoleTail, tracker, connection, trials, root }),
    },
    environment,
    { inPortions: true },
  );
  const freezer = createFreezer(element, (on) => dispatch({ type: 'freeze', on }));
  const steps = startLazySteps({ pageWindow, container });
  const shared = { config, pageWindow, container, connection, tracker, consoleTail, trials, root };
  const commands = createCommands({ ...shared, steps, freezer });
  const reveal = revealOnArrival(commands, container);
  const catchPointer = options.catchPointer?.(root);
  const deps = { ...shared, inspection, commands, element, catchPointer };
  const drawing = createDrawing(deps, config.hub, options.fetchPicture);
  const stops = [
    container.subscribe(memory.remember),
    trackShown(container, tracker),
    container.subscribe(drawing.draw),
    ...startParts(config, deps, consoleTail),
    startLazySeen({
      container,
      local: environment.storages.local,
      projectId: config.projectId ?? config.appId,
      saw: connection.saw,
    }),
    startLazyProof({ ...deps, fetch: environment.fetch }),
  ];
  memory.remember(container.get());
  drawing.draw();

  return {
    element,
    connection,
    inspection,
    state: container.get,
    subscribe: container.subscribe,
    startPointing() {
      if (container.get().mode.name !== 'inspect') dispatch({ type: 'inspect:toggle' });
    },
    readAll: async () => (await commands.rest()).all(),
    close() {
      for (const stop of stops.reverse()) stop();
      for (const trial of trials.sent.values()) trial.revert();
      for (const part of [connection, tracker, freezer, consoleTail, steps]) part.close();
      drawing.close();
      element.remove();
    },
  };
}

/**
 * Not registered as a custom element: a content script of an extension has no registry, and the overlay only needs the
 * shadow root.
 */
function createHost(mode: 'open' | 'closed'): { element: HTMLElement; root: ShadowRoot } {
  const element = document.createElement('nga-overlay');
  const root = element.attachShadow({ mode });
  root.adoptedStyleSheets = [createStyleSheet()];
  return { element, root };
}

function connectionEvents(
  dispatch: Dispatch,
  manifest: ManifestClient,
): Omit<ConnectionEvents, 'onLookRequest'> {
  return {
    onAnnotations: (annotations, unsent, rest) =>
      dispatch({ type: 'annotations', annotations, unsent, rest }),
    onState: (state) => dispatch({ type: 'connection', state }),
    onStoreProblem: (problem) => dispatch({ type: 'store:problem', problem }),
    onMe: (me) => dispatch({ type: 'me', me }),
    onPeople: (people) => dispatch({ type: 'present', people }),
    onSeen: dispatch,
    onAgents: (agents) => dispatch({ type: 'agents', agents }),
    onWork: (work) => dispatch({ type: 'work', work }),
    onManifest: () => void manifest.refresh(),
    onProblem: (text) => notify(dispatch, text, 'problem'),
    onRefused: (key, text) => dispatch({ type: 'keep', key, text }),
  };
}

interface DrawingDeps {
  readonly container: OverlayStateContainer;
  readonly commands: Commands;
  readonly tracker: Tracker;
  readonly trials: Trials;
  readonly element: HTMLElement;
  readonly root: ShadowRoot;
}

/** Renders the state, and the badges where they were placed last. */
function createDrawing(deps: DrawingDeps, hub: string, fetchPicture: FetchPicture | undefined) {
  const { container, commands, tracker, trials, element, root } = deps;
  let positions: readonly BadgePosition[] = [];
  const { dispatch } = container;
  const panels = lazyPanels(root, draw, () => dispatch({ type: 'notice', notice: notLoaded }));
  function draw() {
    const state = container.get();
    element.dataset.connection = state.connection;
    element.dataset.unsent = String(state.unsent.size);
    const { rangesOf } = tracker;
    const badges = positions;
    const props = { state, dispatch, commands, badges, rangesOf, hub, trials, fetchPicture };
    render(createElement(OverlayRoot, { ...props, panels: panels.forState(state, badges) }), root);
  }
  return {
    draw,
    close() {
      panels.close();
      render(null, root);
    },
    moveBadges(list: readonly BadgePosition[]) {
      positions = list;
      draw();
    },
  };
}

/** Starts everything that listens to the page. The order matters: the overlay enters the page last. */
function startParts(config: OverlayConfig, deps: ModeDeps, consoleTail: ConsoleTail): (() => void)[] {
  const { pageWindow, container, connection, tracker, element, root } = deps;
  const stops = [
    followModes(deps),
    watchNavigation(pageWindow, (url) => {
      container.dispatch({ type: 'navigated', url });
      connection.navigated(url);
      tracker.refresh();
    }),
    isolateEvents(element, root),
    forwardEvents(element, root),
    preloadWhenIdle(),
    startLazyWriting(deps),
    startLazyAttention(container),
    keepOnTop(element),
  ];
  if (config.captureErrors === true)
    stops.push(startLazyUncaught(pageWindow, container, connection, consoleTail));
  if (config.review === true) stops.push(startLazyReview(deps));
  return stops;
}
