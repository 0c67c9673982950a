/** Creates the parts of the view, connects them and closes them. */
import { render } from 'preact';

import { randomUuid } from '@annotate-mcp/core';
import type { ViewTarget } from '@annotate-mcp/markdown';

import type { DocumentCallbacks, DocumentPanel } from './document/panel-types.ts';
import { createDocumentCallbacks, drawDocument } from './draw-document.ts';
import { keepPosition } from './keep-position.ts';
import { announceMode, askBeforeLeaving, followHost, setTabTitle, wakeWhenBack } from './page-events.ts';
import { followPrinting } from './printing.tsx';
import { createViewState, type ViewStateContainer } from './state/reducer.ts';
import { initialState } from './state/state.ts';
import { createBrowserCopies } from './sync/browser-copies.ts';
import { DraftSaver } from './sync/draft-saver.ts';
import { followChanges } from './sync/follow-changes.ts';
import { pollServer } from './sync/poll-server.ts';
import { createDraftEvents } from './sync/saved-drafts.ts';
import { createServer } from './sync/server.ts';
import { createNotifier, type SyncDeps } from './sync/sync-deps.ts';
import { createUpdateHandlers } from './sync/update-handlers.ts';
import { createUserCommands } from './sync/user-commands.ts';
import type { ShownDocument } from './trail.ts';
import { App } from './ui/app.tsx';
import { focusCard } from './ui/card.tsx';
import { createLayout } from './ui/margin.tsx';
import { listenToKeys } from './ui/shortcuts.ts';
import { guardStrayKeys } from './ui/stray-keys.ts';

export interface ViewDeps extends ShownDocument {
  /** The element that the view is drawn in. */
  readonly root: HTMLElement;
  readonly createPanel: (host: HTMLElement, callbacks: DocumentCallbacks) => DocumentPanel;
  readonly storage: Storage | null;
  /** Keeps the reader's position. */
  readonly session: Storage;
}

export interface MarkdownView {
  readonly state: ViewStateContainer;
  readonly stop: () => void;
}

export function startView(viewDeps: ViewDeps): MarkdownView {
  const { host, opened, root, createPanel, session, fragment } = viewDeps;
  const layout = createLayout();
  const reveal = (target: ViewTarget) => {
    if (panel.scrollTo(target)) panel.flash(target);
  };
  const deps = createSyncDeps(viewDeps, reveal, () => panel);
  const { state, server, drafts, newId } = deps;
  const commands = createUserCommands(deps);
  const panelHost = document.createElement('div');
  render(
    <App
      {...{ container: state, commands, host, panelHost, layout }}
      panel={layout.panel}
      back={viewDeps.trail.back}
    />,
    root,
  );
  // The panel looks for the element that scrolls it, so it is created after the first drawing.
  const panel = createPanel(
    panelHost,
    createDocumentCallbacks(host, state, commands, {
      onLayout: layout.changed,
      loadPicture: (address) => server.picture(address),
    }),
  );
  layout.follow(panel);
  followHost(host, state, drafts);
  const instance = newId();
  const polling = pollServer(server, createUpdateHandlers(deps), instance);
  // When this fails the server notices some time later that the view is silent.
  host.onClose(() => server.leave({ instance }).catch(() => undefined));
  const strayKeys = guardStrayKeys({ root, state });
  const stops = [
    polling.stop,
    () => drafts.stop(),
    wakeWhenBack(polling.wake),
    drawDocument(state, panel),
    followChanges(deps),
    keepPosition({ panel, state, session, fragment, path: opened.opened.fileMeta.path }),
    followPrinting(root, state, panel),
    setTabTitle(host, state),
    askBeforeLeaving(host, state),
    announceMode(state, deps.notifier),
    strayKeys.stop,
    listenToKeys({
      state,
      commands,
      selection: panel.selection,
      focusCard(id, field) {
        if (field) strayKeys.expectField();
        focusCard(root, id, field);
      },
      focusText: panel.focus,
    }),
  ];
  return {
    state,
    stop() {
      for (const stop of stops) stop();
      render(null, root);
      panel.destroy();
    },
  };
}

function createSyncDeps(
  { host, opened, storage, trail }: ViewDeps,
  reveal: SyncDeps['reveal'],
  panel: SyncDeps['panel'],
): SyncDeps {
  const { fileMeta: file, mode } = opened.opened;
  const copies = createBrowserCopies(storage, file.path);
  const letterKeys = copies.setting('letterKeys') !== 'off';
  const state = createViewState({ ...initialState, file, mode, letterKeys, hostContext: host.context });
  state.subscribe((now, before) => {
    if (now.letterKeys !== before.letterKeys) copies.saveSetting('letterKeys', now.letterKeys ? 'on' : 'off');
  });
  const server = createServer(host, opened, () => state.get().mode);
  const drafts: DraftSaver = new DraftSaver({
    persist: (comment) => server.persist({ comment }),
    copies,
    events: createDraftEvents(state, copies, () => drafts),
  });
  const notifier = createNotifier(state.dispatch);
  const newId = () => randomUuid();
  return { state, server, drafts, copies, host, notifier, reveal, panel, trail, newId };
}
