import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

import { Notice, PictureFetching } from '@annotate-mcp/overlay/ui';

import type { DocumentPanel } from '../document/panel-types.ts';
import type { ViewHost } from '../host/view-host.ts';
import type { ViewStateContainer } from '../state/reducer.ts';
import type { UserCommands } from '../sync/user-commands.ts';

import { Dialogs } from './dialogs.tsx';
import { FindBar } from './find-bar.tsx';
import { type Layout, Margin } from './margin.tsx';
import { Outline } from './outline.tsx';
import { RelinkHint, SelectionBar } from './selection-bar.tsx';
import { Sheet } from './sheet.tsx';
import { StatusLine } from './status-line.tsx';
import { ChangesStrip, EndedStrip, QuestionsStrip, RepositoryStrip } from './strips.tsx';
import { Toolbar } from './toolbar.tsx';
import type { ViewProps } from './view-props.ts';

interface AppProps {
  readonly container: ViewStateContainer;
  readonly commands: UserCommands;
  readonly host: ViewHost;
  /** The element that the document panel is drawn in. */
  readonly panelHost: HTMLElement;
  readonly layout: Layout;
  /** `null` until it is created, after the first drawing. */
  readonly panel: () => DocumentPanel | null;
  /** The name of the document that a link has led from. */
  readonly back: string | null;
}

export function App({ container, commands, host, panelHost, layout, panel, back }: AppProps) {
  const [state, setState] = useState(container.get());
  useLayoutEffect(() => container.subscribe(setState), []);
  const narrow = useNarrow();
  const props: ViewProps = {
    state,
    dispatch: container.dispatch,
    commands,
    hostTakesMessages: host.push?.takesMessages ?? false,
    canClose: host.close !== null,
    canPrint: host.kind === 'page',
    back,
  };
  const { safeArea, height } = state.hostContext;
  return (
    <PictureFetching value={commands.readPicture}>
      <div
        class="mdv"
        style={{
          height: height === null ? undefined : `${height}px`,
          paddingTop: `${safeArea.top}px`,
          paddingRight: `${safeArea.right}px`,
          paddingBottom: `${safeArea.bottom}px`,
          paddingLeft: `${safeArea.left}px`,
        }}
      >
        <div class="mdv-top">
          <Toolbar {...props} narrow={narrow} />
          <EndedStrip {...props} />
          <QuestionsStrip {...props} />
          <RepositoryStrip {...props} />
          <ChangesStrip {...props} />
        </div>
        <div class="mdv-middle" data-outline={state.outline ? '' : undefined}>
          {state.outline && !(narrow && state.finding) && (
            <Outline {...props} panel={panel} narrow={narrow} />
          )}
          <div class="mdv-scroll" data-narrow={narrow ? '' : undefined}>
            <Paper panelHost={panelHost} opening={state.text === null} />
            {!narrow && <Margin {...props} layout={layout} />}
            {!narrow && <SelectionBar {...props} narrow={false} />}
          </div>
          {state.finding && <FindBar {...props} panel={panel} />}
          {narrow && state.text !== null && <Sheet {...props} />}
          <div class="mdv-over">
            <RelinkHint {...props} />
            {narrow && <SelectionBar {...props} narrow />}
            {state.notice && (
              <div class="nga-root">
                <Notice
                  notice={state.notice}
                  onClose={() => container.dispatch({ type: 'notice', notice: null })}
                />
              </div>
            )}
          </div>
        </div>
        <StatusLine {...props} narrow={narrow} />
        <Dialogs {...props} />
      </div>
    </PictureFetching>
  );
}

function Paper({ panelHost, opening }: { panelHost: HTMLElement; opening: boolean }) {
  const ref = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    ref.current?.append(panelHost);
  }, []);
  return <main class="mdv-paper" ref={ref} aria-busy={opening} />;
}

const narrowScreen = '(max-width: 719px)';

function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(() => matchMedia(narrowScreen).matches);
  useEffect(() => {
    const query = matchMedia(narrowScreen);
    const change = () => setNarrow(query.matches);
    query.addEventListener('change', change);
    return () => query.removeEventListener('change', change);
  }, []);
  return narrow;
}

/** The screens before the view is open, and when it cannot be opened. */
export function Opening() {
  return (
    <div class="mdv-opening nga-root" role="status">
      <p class="nga-muted">Opening…</p>
    </div>
  );
}

export function CannotOpen({ problem }: { problem: string }) {
  return (
    <div class="mdv-opening nga-root" role="alert">
      <div class="nga-box nga-box--lost">
        <p>
          <b>The review could not be opened.</b>
        </p>
        <p class="nga-text">{problem}</p>
      </div>
    </div>
  );
}
