import { mostClosedSynced } from '@annotate-mcp/core';

import { agentLine, counts, grouped, listed } from '../state/select.ts';
import type { OverlayState, Panel } from '../state/state.ts';
import { FirstUse, NoAgent, Offline } from '../ui/empty.tsx';
import { ListPanel } from '../ui/list-panel.tsx';

import type { OverlayViewProps } from './overlay-view.tsx';

export function List(props: OverlayViewProps & { panel: Panel }) {
  const { state, dispatch, commands, panel } = props;
  return (
    <ListPanel
      panel={panel}
      items={listed(state, panel)}
      open={{ page: openCount(state, 'page'), all: openCount(state, 'all') }}
      lost={state.lost}
      unsent={state.unsent}
      agent={agentLine(state)}
      onTab={(tab) => dispatch({ type: 'panel:tab', tab })}
      onFilter={(filter) => dispatch({ type: 'panel:filter', filter })}
      onSelect={(id) => dispatch({ type: 'panel:select', id })}
      onOpen={(id) => dispatch({ type: 'thread:open', id })}
      onSubmitBatch={() => commands.submitBatch()}
      onNote={() => commands.pageNote()}
      onCopy={() => void commands.copyPage()}
      onClose={() => dispatch({ type: 'panel:toggle' })}
      remark={
        <>
          <Remark {...props} />
          <Older {...props} />
        </>
      }
      empty={<Nothing {...props} />}
    />
  );
}

function Remark({ state, commands }: OverlayViewProps) {
  const { tone, text, hint } = agentLine(state);
  if (tone === 'offline' || tone === 'refused')
    return <Offline text={text} hint={hint} unsent={state.unsent.size} />;
  if (tone === 'nobody')
    return <NoAgent onCopy={(command) => commands.copyText(command, 'Copied. Run it in a terminal.')} />;
  return null;
}

/** The hub leaves out what was closed long ago. */
function Older({ state, panel }: OverlayViewProps & { panel: Panel }) {
  const asked = panel.filter === 'closed' || panel.filter === 'resolved' || panel.filter === 'dismissed';
  if (!asked || grouped(state, 'all').closed.length < mostClosedSynced) return null;
  return (
    <div class="nga-box nga-small">
      <p>The newest {mostClosedSynced} closed ones of all pages. Older ones are shown by this command:</p>
      <code class="nga-mono">npx annotate-mcp list --status resolved dismissed</code>
    </div>
  );
}

function Nothing({ state, dispatch, panel }: OverlayViewProps & { panel: Panel }) {
  if (state.annotations.size === 0)
    return (
      <FirstUse
        inspectKey={state.settings.keys.inspect}
        onInspect={() => dispatch({ type: 'inspect:toggle' })}
      />
    );
  const open = panel.filter === 'open';
  return <p class="nga-none">{open ? 'Nothing open here.' : 'Nothing here with this status.'}</p>;
}

function openCount(state: OverlayState, tab: Panel['tab']): number {
  const { open, drafts } = counts(state, tab);
  return open + drafts;
}
