/** The overlay's root: makes the parts, connects them, closes them, decides nothing. */
import { createElement, render } from 'preact';

import { arrival } from './arrival.ts';
import { startConsoleTail } from './capture/console-tail.ts';
import { reportUncaught } from './capture/report-uncaught.ts';
import type { Commands } from './commands.ts';
import type { OverlayConfig } from './config.ts';
import { connect, type Connection } from './connection/connection.ts';
import { pageSurroundings, type Surroundings } from './connection/surroundings.ts';
import { createCommands } from './create-commands.ts';
import { followModes } from './follow-modes.ts';
import { createFreezer } from './freeze/freezer.ts';
import type { Inspection } from './inspectors/inspection.ts';
import { lazyInspection } from './inspectors/lazy.ts';
import { watchModuleVersions } from './inspectors/module-versions.ts';
import { keepOnTop } from './layer/layer.ts';
import { relayEvents } from './layer/relay.ts';
import { shield } from './layer/shield.ts';
import { createManifestClient } from './manifest-client.ts';
import { showMarked } from './markers/follow-state.ts';
import { lazyMarkers } from './markers/lazy.ts';
import { watchNavigation } from './navigation.ts';
import { notify } from './notify.ts';
import type { View } from './picking/frames.ts';
import { lazyReview } from './review/lazy.ts';
import { createOverlayState } from './state/container.ts';
import type { MarkerPosition } from './state/marker-position.ts';
import { openMemory } from './state/memory.ts';
import { initialState } from './state/reducer.ts';
import type { OverlayState } from './state/state.ts';
import { createStyleSheet } from './ui/styles.ts';
import { OverlayView } from './view/overlay-view.tsx';
import { whenIdle } from './when-idle.ts';

export interface Overlay {
  readonly element: HTMLElement;
  readonly connection: Connection;
  readonly inspection: Inspection;
  readonly state: () => OverlayState;
  readonly subscribe: (listener: (state: OverlayState) => void) => () => void;
  /** Leaves the page as if the overlay had never been there; what was not sent stays kept for the next one. */
  readonly close: () => void;
}

export interface OverlayParts {
  /** Asks the inspectors of another world than this one. */
  readonly inspection?: Inspection;
  /** Closed on pages that are not ours to trust. */
  readonly shadow?: 'open' | 'closed';
  /** Where the page's own socket and storage are not to be used. */
  readonly surroundings?: Surroundings;
}

export function createOverlay(config: OverlayConfig, parts: OverlayParts = {}): Overlay {
  const view: View = window;
  const { element, root } = createHost(parts.shadow ?? 'open');
  const surroundings = parts.surroundings ?? pageSurroundings();
  const memory = openMemory(surroundings.storages, config.projectId ?? config.appId);
  const store = createOverlayState(initialState(config, location.href, memory.recall()));
  const { dispatch } = store;
  const manifest = createManifestClient(config.hub, surroundings.fetch);
  const inspection = parts.inspection ?? lazyInspection(config, { manifest: manifest.current });
  const tail = startConsoleTail(view);
  watchModuleVersions();

  let positions: readonly MarkerPosition[] = [];
  const markers = lazyMarkers({
    positions: (list) => {
      positions = list;
      draw();
      arrived(list);
    },
    lost: (ids) => dispatch({ type: 'lost', ids }),
    placed: (list) => {
      draw();
      arrived(list);
    },
    view,
  });

  const connection = connect(
    config,
    {
      annotations: (annotations, unsent) => dispatch({ type: 'annotations', annotations, unsent }),
      state: (state) => dispatch({ type: 'connection', state }),
      agents: (agents) => dispatch({ type: 'agents', agents }),
      manifest: () => void manifest.refresh(),
      problem: (text) => notify(dispatch, text, 'problem'),
      refused: (key, text) => dispatch({ type: 'keep', key, text }),
    },
    surroundings,
  );

  const freezer = createFreezer(element, (on) => dispatch({ type: 'freeze', on }));
  const commands: Commands = createCommands({ store, connection, markers, tail, freezer, root });
  const arrived = arrival(commands, dispatch);
  const draw = () => {
    const state = store.get();
    element.dataset.connection = state.connection;
    element.dataset.unsent = String(state.unsent.size);
    render(
      createElement(OverlayView, {
        state,
        dispatch,
        commands,
        markers: positions,
        rangesOf: markers.rangesOf,
        hub: config.hub,
      }),
      root,
    );
  };

  const modeParts = { view, store, inspection, connection, markers, commands, element, root };
  const stop = [
    store.subscribe(memory.remember),
    showMarked(store, markers),
    store.subscribe(draw),
    followModes(modeParts),
    watchNavigation(view, (url) => {
      dispatch({ type: 'navigated', url });
      connection.navigated(url);
      markers.refresh();
    }),
    shield(element),
    relayEvents(element, root),
    // Nobody misses it when it cannot be loaded: each part is loaded again when it is used.
    whenIdle(
      () =>
        void import('./warm-up.ts').then(
          ({ warmUp }) => warmUp(),
          () => undefined,
        ),
    ),
    keepOnTop(element),
  ];
  if (config.captureErrors === true) stop.push(reportUncaught(view, store, connection, tail));
  if (config.review === true) stop.push(lazyReview(modeParts));
  memory.remember(store.get());
  draw();

  return {
    element,
    connection,
    inspection,
    state: store.get,
    subscribe: store.subscribe,
    close() {
      for (const end of stop.reverse()) end();
      connection.close();
      markers.close();
      freezer.close();
      tail.close();
      render(null, root);
      element.remove();
    },
  };
}

/**
 * Not registered as a custom element: a content script of an extension has no registry, and a shadow root is all
 * that is needed of one.
 */
function createHost(mode: 'open' | 'closed'): { element: HTMLElement; root: ShadowRoot } {
  const element = document.createElement('nga-overlay');
  const root = element.attachShadow({ mode });
  root.adoptedStyleSheets = [createStyleSheet()];
  return { element, root };
}
