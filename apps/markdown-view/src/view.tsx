/** Makes the parts of the view, connects them and lets them go. */
import { render } from 'preact';

import { randomUuid } from '@annotate-mcp/core';
import { type ViewCommand, viewResources, type ViewTarget } from '@annotate-mcp/markdown';


import type { DocumentPane, PaintedComment, PaneCallbacks } from './document/interface.ts';
import type { OpenedView, ViewHost } from './host/view-host.ts';
import { paintedOf, paintsTheSame } from './paint.ts';
import { createViewState, type ViewStateContainer } from './state/container.ts';
import { batchOf, onlyHere } from './state/select.ts';
import { initialState } from './state/state.ts';
import { type Commands, createCommands } from './sync/commands.ts';
import { draftEvents, restore } from './sync/draft-events.ts';
import { Drafts } from './sync/drafts.ts';
import { follow, type Followed } from './sync/follow.ts';
import { createServer, type Server } from './sync/server.ts';
import { createShelf, type Shelf } from './sync/shelf.ts';
import { App } from './ui/app.tsx';
import { focusCard } from './ui/focus-card.ts';
import { createLayout } from './ui/layout.ts';
import { listenToKeys } from './ui/shortcuts.ts';
import { applyTheme } from './ui/theme.ts';

export interface ReviewParts {
  readonly host: ViewHost;
  readonly view: OpenedView;
  /** Filled with the view. */
  readonly root: HTMLElement;
  readonly createPane: (host: HTMLElement, callbacks: PaneCallbacks) => DocumentPane;
  readonly storage: Storage | null;
}

export interface Review {
  readonly store: ViewStateContainer;
  readonly stop: () => void;
}

export function startReview({ host, view, root, createPane, storage }: ReviewParts): Review {
  const newId = () => randomUuid();
  const memory = createMemory(host, view, storage);
  const { store, server, drafts } = memory;
  const layout = createLayout();
  const reveal = (target: ViewTarget) => {
    if (pane.scrollTo(target)) pane.flash(target);
  };
  const commands = createCommands({ ...memory, host, reveal, newId });
  const paper = document.createElement('div');
  render(<App store={store} commands={commands} host={host} paper={paper} layout={layout} />, root);
  // After the drawing: the pane looks around for what scrolls it.
  const pane = createPane(paper, paneCallbacks(host, store, commands, layout.changed));
  layout.follow(pane);
  const ends = [
    showText(store, pane),
    nameTab(host, store),
    listenToKeys({
      store,
      commands,
      selection: pane.selection,
      focusCard: (id, field) => focusCard(root, id, field),
      focusText: pane.focus,
    }),
    askBeforeLeaving(host, store),
  ];
  const following = follow(server, news(memory, reveal), newId());
  followHost(host, store, drafts);
  const unlisten = wakeWhenBack(following.wake);
  return {
    store,
    stop() {
      unlisten();
      following.stop();
      drafts.stop();
      for (const end of ends) end();
      render(null, root);
      pane.destroy();
    },
  };
}

interface Memory {
  readonly store: ViewStateContainer;
  readonly server: Server;
  readonly shelf: Shelf;
  readonly drafts: Drafts;
}

/** Who knows what: the screen, the server, this browser, and what is on its way from the first to the others. */
function createMemory(host: ViewHost, view: OpenedView, storage: Storage | null): Memory {
  const { fileMeta: file, mode } = view.opened;
  const shelf = createShelf(storage, file.path);
  const letterKeys = shelf.setting('letterKeys') !== 'off';
  const store = createViewState({ ...initialState, file, mode, letterKeys, surroundings: host.surroundings });
  store.subscribe((state, before) => {
    if (state.letterKeys !== before.letterKeys) shelf.set('letterKeys', state.letterKeys ? 'on' : 'off');
  });
  const server = createServer(host, view, () => store.get().mode);
  const drafts: Drafts = new Drafts({
    persist: (comment) => server.persist({ comment }),
    shelf,
    events: draftEvents(store, shelf, () => drafts),
  });
  return { store, server, shelf, drafts };
}

/** What the server told goes into the state; the text is read before, since anchors count in it. */
function news({ store, server, shelf, drafts }: Memory, reveal: (target: ViewTarget) => void): Followed {
  let restored = false;
  return {
    async apply(snapshot, commands) {
      const changed = snapshot !== null || commands.some(({ type }) => type === 'file');
      const text = changed ? await server.text() : null;
      store.dispatch({ type: 'told', snapshot, commands, text });
      if (!restored) restore(store, shelf, drafts);
      restored = true;
      for (const command of commands) show(command, store, reveal);
    },
    onLink(link) {
      const { link: before } = store.get();
      if (link.state === before.state && link.state !== 'offline') return;
      store.dispatch({ type: 'link', link });
      // What waited for it need not wait for its next turn. When it fails, it waits on.
      if (link.state === 'online') void drafts.flush().catch(() => undefined);
    },
  };
}

/** What the agent wants somebody to look at. */
function show(command: ViewCommand, store: ViewStateContainer, reveal: (target: ViewTarget) => void): void {
  if (command.type !== 'scroll_to' && command.type !== 'highlight') return;
  const { target } = command;
  const { agentName } = store.get().listening;
  if ('commentId' in target) store.dispatch({ type: 'activate', id: target.commentId });
  reveal(target);
  if (command.type === 'highlight' && command.label)
    store.dispatch({
      type: 'notice',
      notice: { id: Date.now(), tone: 'info', text: `${agentName ?? 'Agent'}: ${command.label}` },
    });
}

function paneCallbacks(
  host: ViewHost,
  store: ViewStateContainer,
  commands: Commands,
  onLayout: () => void,
): PaneCallbacks {
  return {
    onSelect: (anchor) => store.dispatch({ type: 'select', anchor }),
    onComment(anchor) {
      if (store.get().relinking === null) commands.comment(anchor);
      else void commands.relink(anchor);
    },
    onActivate: (id) => store.dispatch({ type: 'activate', id }),
    onLayout,
    onLink: commands.openLink,
    onToggleTask: (offset) => void commands.toggleTask(offset),
    loadAsset: (name) => host.read(viewResources[name]),
  };
}

/** The pane draws what the state says. */
function showText(store: ViewStateContainer, pane: DocumentPane): () => void {
  let painted: readonly PaintedComment[] = [];
  return store.subscribe((state, before) => {
    const isNew = state.text !== null && state.text !== before.text;
    if (isNew) pane.setText(state.text);
    const next = paintedOf(state);
    if (!isNew && paintsTheSame(painted, next)) return;
    painted = next;
    pane.paint(next);
  });
}

/** A tab is found by what it is called; a frame has no name to show. */
function nameTab(host: ViewHost, store: ViewStateContainer): () => void {
  if (host.kind !== 'page') return () => undefined;
  const name = () => (document.title = `${store.get().file?.name ?? 'Markdown'} – review`);
  name();
  return store.subscribe((state, before) => {
    if (state.file?.name !== before.file?.name) name();
  });
}

function followHost(host: ViewHost, store: ViewStateContainer, drafts: Drafts): void {
  host.onSurroundings((surroundings) => {
    applyTheme(surroundings);
    store.dispatch({ type: 'surroundings', surroundings });
  });
  // What fails here is on the shelf, where there is one, and tried again while the view lives.
  host.onLeave(() => drafts.flush().catch(() => undefined));
}

/** The network came back, or somebody looks again. */
function wakeWhenBack(wake: () => void): () => void {
  addEventListener('online', wake);
  document.addEventListener('visibilitychange', wake);
  return () => {
    removeEventListener('online', wake);
    document.removeEventListener('visibilitychange', wake);
  };
}

/** Little would be lost; but whoever closes the tab may think that it was sent. */
function askBeforeLeaving(host: ViewHost, store: ViewStateContainer): () => void {
  if (host.kind !== 'page') return () => undefined;
  const ask = (event: BeforeUnloadEvent) => {
    const { link } = store.get();
    const unsent = link.state === 'ended' ? 0 : batchOf(store.get()).length;
    if (unsent > 0 || onlyHere(store.get()).length > 0) event.preventDefault();
  };
  addEventListener('beforeunload', ask);
  return () => removeEventListener('beforeunload', ask);
}
