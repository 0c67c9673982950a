/** A host with the played server. It records pushes, or refuses them. */
import { answerOf, openedOf } from '../host/tool-answer.ts';
import { noInsets, type OpenedView, type HostContext, type ViewHost } from '../host/view-host.ts';

import type { PlayedServer } from './played-server.ts';

export interface PlayedHost extends ViewHost {
  readonly pushed: { kind: 'context' | 'message'; text: string }[];
  takesMessages: boolean;
  readonly links: string[];
  closed: boolean;
  setContext(changed: Partial<HostContext>): void;
  leave(): Promise<void>;
  /** The frame or tab is closed. */
  teardown(): Promise<void>;
}

export function playHost(server: PlayedServer, kind: 'app' | 'page' = 'app'): PlayedHost {
  let listener: (context: HostContext) => void = () => undefined;
  let flush = async (): Promise<void> => undefined;
  let end = async (): Promise<void> => undefined;
  let hostContext: HostContext = {
    theme: null,
    fullscreen: false,
    canFullscreen: kind === 'app',
    safeArea: noInsets,
    height: null,
  };
  const host: PlayedHost = {
    kind,
    pushed: [],
    takesMessages: true,
    links: [],
    closed: false,
    opened: Promise.resolve(openedView(server)),
    call: async (name, args, signal) => answerOf(await server.call(name, { ...args }, signal)),
    read: async (uri) => Promise.reject(new Error(`${uri} is not here.`)),
    get context() {
      return hostContext;
    },
    onContext: (next) => (listener = next),
    push:
      kind === 'page'
        ? null
        : {
            takesMessages: true,
            context: async (text) => void host.pushed.push({ kind: 'context', text }),
            async message(text) {
              if (!host.takesMessages) throw new Error('no');
              host.pushed.push({ kind: 'message', text });
            },
          },
    openLink: (url) => void host.links.push(url),
    forView: ({ path }) =>
      playHost([...server.linked.values()].find((each) => each.path === path) ?? server, kind),
    display: { toggleFullscreen: () => host.setContext({ fullscreen: !hostContext.fullscreen }) },
    close: kind === 'page' ? null : () => (host.closed = true),
    onLeave: (next) => (flush = next),
    onClose: (next) => (end = next),
    setContext(changed) {
      hostContext = { ...hostContext, ...changed };
      listener(hostContext);
    },
    leave: () => flush(),
    teardown: () => end(),
  };
  return host;
}

export function openedView(server: PlayedServer): OpenedView {
  const view = openedOf(answerOf(server.opened()), server.path);
  if (view === null) throw new Error('The played server opened nothing.');
  return view;
}
