/** The overlay's root: creates the parts, connects them and closes them; decides nothing. */
import { createElement, render } from 'preact';

import { type ConsoleTail, startConsoleTail } from './capture/console-tail.ts';
import { reportUncaught } from './capture/report-uncaught.ts';
import type { Commands } from './commands/commands.ts';
import { createCommands } from './commands/create-commands.ts';
import { notify } from './commands/notify.ts';
import { revealOnArrival } from './commands/reveal-on-arrival.ts';
import { connect, type Connection, type ConnectionEvents } from './connection/connection.ts';
import { createManifestClient, type ManifestClient } from './connection/manifest-client.ts';
import { pageSurroundings, type Surroundings } from './connection/page-environment.ts';
import { createFreezer } from './freeze/freezer.ts';
import type { Inspection } from './inspectors/inspection.ts';
import { lazyInspection } from './inspectors/lazy.ts';
import { watchModuleVersions } from './inspectors/module-versions.ts';
import { keepOnTop } from './layer/layer.ts';
import { relayEvents } from './layer/relay.ts';
import { shield } from './layer/shield.ts';
import { whenIdle } from './loading/when-idle.ts';
import { followModes } from './modes/follow-modes.ts';
import type { ModeDeps } from './modes/mode-deps.ts';
import { OverlayRoot } from './panels/overlay-root.tsx';
import { lazyReview } from './review/lazy.ts';
import type { Dispatch } from './state/actions.ts';
import type { MarkerPosition } from './state/badge-position.ts';
import type { OverlayConfig } from './state/config.ts';
import { createOverlayState, type OverlayStateContainer } from './state/container.ts';
import { openMemory } from './state/memory.ts';
import { initialState } from './state/reducer.ts';
import type { OverlayState } from './state/state.ts';
import { lazyMarkers, type LazyMarkers } from './tracking/lazy-tracker.ts';
import { showMarked } from './tracking/track-shown.ts';
import { createStyleSheet } from './ui/styles.ts';
import { watchNavigation } from './window/navigation.ts';

export interface Overlay {
  readonly element: HTMLElement;
  readonly connection: Connection;
  readonly inspection: Inspection;
  readonly state: () => OverlayState;
  readonly subscribe: (listener: (state: OverlayState) => void) => () => void;
  /** Removes everything from the page; what was not sent yet is kept for the next overlay. */
  readonly close: () => void;
}

export interface OverlayOptions {
  /** Asks the inspectors of another JavaScript world. */
  readonly inspection?: Inspection;
  /** `closed` on pages that are not trusted. */
  readonly shadow?: 'open' | 'closed';
  /** Replaces the page's own socket and storage. */
  readonly surroundings?: Surroundings;
}

export function createOverlay(config: OverlayConfig, options: OverlayOptions = {}): Overlay {
  const view = window;
  const { element, root } = createHost(options.shadow ?? 'open');
  const surroundings = options.surroundings ?? pageSurroundings();
  const memory = openMemory(surroundings.storages, config.projectId ?? config.appId);
  const store = createOverlayState(initialState(config, location.href, memory.recall()));
  const { dispatch } = store;
  const manifest = createManifestClient(config.hub, surroundings.fetch);
  const inspection = options.inspection ?? lazyInspection(config, { manifest: manifest.current });
  const tail = startConsoleTail(view);
  watchModuleVersions();

  const markers = lazyMarkers({
    positions: (list) => {
      drawing.place(list);
      reveal(list);
    },
    lost: (ids) => dispatch({ type: 'lost', ids }),
    placed: (list) => {
      drawing.draw();
      reveal(list);
    },
    view,
  });
  const connection = connect(config, connectionEvents(dispatch, manifest), surroundings);
  const freezer = createFreezer(element, (on) => dispatch({ type: 'freeze', on }));
  const commands = createCommands({ store, connection, markers, tail, freezer, root });
  const reveal = revealOnArrival(commands, dispatch);
  const deps = { view, store, inspection, connection, markers, commands, element, root };
  const drawing = createDrawing(deps, config.hub);
  const stops = [
    store.subscribe(memory.remember),
    showMarked(store, markers),
    store.subscribe(drawing.draw),
    ...startParts(config, deps, tail),
  ];
  memory.remember(store.get());
  drawing.draw();

  return {
    element,
    connection,
    inspection,
    state: store.get,
    subscribe: store.subscribe,
    close() {
      for (const stop of stops.reverse()) stop();
      for (const part of [connection, markers, freezer, tail]) part.close();
      render(null, root);
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

function connectionEvents(dispatch: Dispatch, manifest: ManifestClient): ConnectionEvents {
  return {
    annotations: (annotations, unsent) => dispatch({ type: 'annotations', annotations, unsent }),
    state: (state) => dispatch({ type: 'connection', state }),
    agents: (agents) => dispatch({ type: 'agents', agents }),
    manifest: () => void manifest.refresh(),
    problem: (text) => notify(dispatch, text, 'problem'),
    refused: (key, text) => dispatch({ type: 'keep', key, text }),
  };
}

interface DrawingDeps {
  readonly store: OverlayStateContainer;
  readonly commands: Commands;
  readonly markers: LazyMarkers;
  readonly element: HTMLElement;
  readonly root: ShadowRoot;
}

/** Renders the state, and the badges where they were placed last. */
function createDrawing({ store, commands, markers, element, root }: DrawingDeps, hub: string) {
  let positions: readonly MarkerPosition[] = [];
  const draw = () => {
    const state = store.get();
    element.dataset.connection = state.connection;
    element.dataset.unsent = String(state.unsent.size);
    const { rangesOf } = markers;
    const { dispatch } = store;
    render(
      createElement(OverlayRoot, { state, dispatch, commands, markers: positions, rangesOf, hub }),
      root,
    );
  };
  return {
    draw,
    place(list: readonly MarkerPosition[]) {
      positions = list;
      draw();
    },
  };
}

/** Starts everything that listens to the page. The order matters: the overlay enters the page last. */
function startParts(config: OverlayConfig, deps: ModeDeps, tail: ConsoleTail): (() => void)[] {
  const { view, store, connection, markers, element, root } = deps;
  const stops = [
    followModes(deps),
    watchNavigation(view, (url) => {
      store.dispatch({ type: 'navigated', url });
      connection.navigated(url);
      markers.refresh();
    }),
    shield(element),
    relayEvents(element, root),
    whenIdle(() => void preloadChunks()),
    keepOnTop(element),
  ];
  if (config.captureErrors === true) stops.push(reportUncaught(view, store, connection, tail));
  if (config.review === true) stops.push(lazyReview(deps));
  return stops;
}

async function preloadChunks(): Promise<void> {
  try {
    (await import('./loading/preload-chunks.ts')).preloadChunks();
  } catch {
    // A failure does no harm: each part is loaded again when it is used.
  }
}
