import { useState } from 'preact/hooks';

import { closedStatuses, mostClosedSynced } from '@annotate-mcp/core';

import { copyDetail, rememberCopyDetail } from '../commands/copy-detail.ts';
import { selectAuthors } from '../state/authors.ts';
import { mayAtAll } from '../state/may.ts';
import { selectListed } from '../state/select-listed.ts';
import { describeAgents, groupAnnotations } from '../state/select.ts';
import type { OverlayState, Panel, PanelTab } from '../state/state.ts';
import { FirstUse, NoAgent, Offline } from '../ui/empty.tsx';
import { isFromRepository, TrustQuestion } from '../ui/from-repository.tsx';
import { ListPanel } from '../ui/list-panel.tsx';
import { isUnread } from '../unread/unread.ts';

import { matchesSearch } from './matches-search.ts';
import { countUnknown, MoreOfAllPages } from './more-of-all-pages.tsx';
import type { PanelProps } from './panel-props.ts';
import { allPeople, isChosen, PeopleFilter } from './people-filter.tsx';
import { QuestionRows, StartAgent } from './questions.tsx';
import { About } from './review/about.tsx';
import { clearAll } from './review/clear-all.ts';
import { Details } from './review/details.tsx';
import { HowToComment } from './review/how-to-comment.tsx';
import { revealOrOpen } from './review/reveal-or-open.ts';

export function AnnotationList(props: PanelProps & { panel: Panel }) {
  const { state, dispatch, commands, panel } = props;
  const { review } = state;
  const [search, setSearch] = useState('');
  const [people, setPeople] = useState(allPeople);
  const [detail, setDetail] = useState(copyDetail);
  const [most, setMost] = useState(portion);
  const items = selectListed(state, panel).filter(
    (item) => isChosen(item, people) && matchesSearch(item, search),
  );
  const openCount = (tab: PanelTab) => selectListed(state, { ...panel, tab, filter: 'open' }).length;
  return (
    <ListPanel
      panel={panel}
      items={items.length > most ? items.slice(0, most) : items}
      isUnread={(item) => isUnread(state, item)}
      people={<PeopleFilter state={state} choice={people} onChoice={setPeople} />}
      search={search}
      onSearch={setSearch}
      detail={detail}
      onDetail={(chosen) => {
        rememberCopyDetail(chosen);
        setDetail(chosen);
      }}
      open={{ page: openCount('page'), all: openCount('all') + countUnknown(state) }}
      lost={state.lost}
      unsent={state.unsent}
      agent={describeAgents(state)}
      authors={selectAuthors(state)}
      onTab={(tab) => dispatch({ type: 'panel:tab', tab })}
      onFilter={(filter) => dispatch({ type: 'panel:filter', filter })}
      onSelect={(id) => dispatch({ type: 'panel:select', id })}
      onOpen={(id) => (review ? revealOrOpen(id, props) : dispatch({ type: 'thread:open', id }))}
      onSubmitBatch={() => commands.submitBatch()}
      onNote={mayAtAll(state, 'create') ? () => commands.pageNote() : undefined}
      onCopy={() => void commands.copyPage({ tab: 'all', filter: panel.filter })}
      review={
        review
          ? {
              about: (item) => <About item={item} />,
              details: (item, current) => <Details {...props} item={item} current={current} />,
              onClear: () => void clearAll(panel.tab, props),
              onTools: () => dispatch({ type: 'bar:toggle' }),
            }
          : undefined
      }
      onClose={() => dispatch({ type: 'panel:toggle' })}
      remark={
        <>
          <QuestionRows {...props} />
          <ConnectionRemark {...props} />
          <OlderRemark {...props} />
          <RepositoryRemark {...props} />
        </>
      }
      more={
        <MoreOfAllPages
          {...props}
          isSearch={search.trim() !== '' || people !== allPeople}
          found={items.length}
          most={most}
          onMore={() => setMost(most + portion)}
        />
      }
      empty={
        search.trim() === '' ? <EmptyList {...props} /> : <p class="nga-none">Nothing here has “{search}”.</p>
      }
    />
  );
}

/** Thousands of items take the browser seconds to draw. */
const portion = 200;

function ConnectionRemark({ state, commands, hub }: PanelProps) {
  const { tone, text } = describeAgents(state);
  if (tone === 'offline' || tone === 'refused') return <Offline text={text} hint={remedyOf(state)} />;
  if (tone === 'no-agent')
    return (
      <NoAgent
        start={<StartAgent state={state} hub={hub} />}
        onCopy={(command) => commands.copyText(command, 'Copied. Run it in a terminal.')}
      />
    );
  return null;
}

/** What the person can do about a dev server that does not take what they write. */
function remedyOf({ connection, storeProblem }: OverlayState): string | undefined {
  if (storeProblem !== null) return storeProblem;
  if (connection === 'refused') return 'Reload the page. What you wrote is kept.';
  return connection === 'ended'
    ? 'Sign in again or ask for a new link, then reload the page. What you wrote is kept.'
    : undefined;
}

/** Tells how to list older closed annotations, which the hub does not send. */
function OlderRemark({ state, panel }: PanelProps & { panel: Panel }) {
  const asked = panel.filter === 'closed' || closedStatuses.some((status) => status === panel.filter);
  if (!asked || state.rest !== null || groupAnnotations(state, 'all').closed.length < mostClosedSynced)
    return null;
  return (
    <div class="nga-box nga-small">
      <p>The newest {mostClosedSynced} closed ones of all pages. Older ones are shown by this command:</p>
      <code class="nga-mono">npx annotate-mcp list --status resolved dismissed</code>
    </div>
  );
}

/** Of all pages, because the decision is about the repository. */
function RepositoryRemark(props: PanelProps) {
  const { state, commands, dispatch } = props;
  if (!mayAtAll(state, 'adopt')) return null;
  const ids = [...state.annotations.values()].filter(isFromRepository).map(({ id }) => id);
  return (
    <TrustQuestion
      ids={ids}
      onTrust={({ later }) => {
        // The decision about the repository goes with one of them, and covers the others.
        if (later) ids.slice(0, 1).forEach((id) => commands.adopt(id, true));
        else ids.forEach((id) => commands.adopt(id));
      }}
      onLook={(id) => (state.review ? revealOrOpen(id, props) : dispatch({ type: 'thread:open', id }))}
    />
  );
}

function EmptyList({ state, dispatch, panel }: PanelProps & { panel: Panel }) {
  if (state.annotations.size === 0 && state.review)
    return (
      <ul class="nga-first">
        <HowToComment />
      </ul>
    );
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
