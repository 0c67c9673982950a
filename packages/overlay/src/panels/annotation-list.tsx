import { useState } from 'preact/hooks';

import {
  addressOf,
  type Annotation,
  closedStatuses,
  editOf,
  isClosed,
  isProven,
  isSettled,
  mostClosedSynced,
} from '@annotate-mcp/core';

import { isUnread } from '../attention/unread.ts';
import { copyDetail, rememberCopyDetail } from '../commands/copy-detail.ts';
import { notify } from '../commands/notify.ts';
import { isOffered } from '../state/abilities.ts';
import { mayAtAll } from '../state/may.ts';
import { selectAuthors } from '../state/people.ts';
import { hasAll, selectListed } from '../state/select-listed.ts';
import { describeAgents, everyOne, groupAnnotations } from '../state/select.ts';
import type { OverlayState, Panel, PanelTab } from '../state/state.ts';
import { isYours } from '../state/yours.ts';
import { AgentSettings } from '../ui/agent-settings.tsx';
import { FirstUse, NoAgent, Offline } from '../ui/empty.tsx';
import { isFromRepository, TrustQuestion } from '../ui/from-repository.tsx';
import { ListPanel } from '../ui/list-panel.tsx';
import { sourceOf, titleOf } from '../ui/target-words.ts';

import { HowToComment } from './how-to-comment.tsx';
import { Details } from './item-details.tsx';
import { countUnknown, MoreOfAllPages } from './more-of-all-pages.tsx';
import type { PanelProps } from './panel-props.ts';
import { allPeople, isChosen, PeopleFilter } from './people-filter.tsx';
import { QuestionRows, StartAgent } from './questions.tsx';
import { countUnreadable } from './readable.ts';
import { turnByKey } from './turn-keys.ts';

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
  const open = (id: string) => (review ? revealOrOpen(id, props) : dispatch({ type: 'thread:open', id }));
  const openCount = (tab: PanelTab) => selectListed(state, { ...panel, tab, filter: 'open' }).length;
  return (
    <ListPanel
      panel={panel}
      items={items.length > most ? items.slice(0, most) : items}
      isUnread={(item) => isUnread(state, item)}
      isYours={(item) => !isSettled(item) && isYours(state, item)}
      isProven={(item) => isProven(item) && isOffered(state, 'accept', item)}
      onAccept={(proven) => {
        for (const { id } of proven) commands.act(id, { type: 'accept' });
      }}
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
      onOpen={open}
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
      onKeyDown={(event) => {
        const next = turnByKey(event, state, panel.selected);
        if (next !== null) open(next);
      }}
      remark={
        <>
          <QuestionRows {...props} />
          <AgentSettings settings={state.work.settings ?? []} isNamed />
          <ConnectionRemark {...props} />
          <UnreadableRemark count={countUnreadable(state)} />
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
        onCopy={(prompt) => commands.copyText(prompt, 'Copied. Paste it where you talk to your agent.')}
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

function UnreadableRemark({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p class="nga-box nga-small" data-nga="unreadable">
      {count === 1 ? '1 comment' : `${count} comments`} cannot be shown by this version of the page. Your
      agent receives them as before. Reload the page after an update.
    </p>
  );
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
        if (later)
          ids.slice(0, 1).forEach((id) => commands.act(id, { type: 'adopt', trustRepository: true }));
        else ids.forEach((id) => commands.act(id, { type: 'adopt' }));
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

/** Whether each of the words is in what an annotation says, is about or has changed; case and accents do not count. */
function matchesSearch(annotation: Annotation, search: string): boolean {
  const words = comparable(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const text = comparable(
    [
      annotation.annotationText,
      ...annotation.replies.map(({ message }) => message),
      titleOf(annotation),
      sourceOf(annotation) ?? '',
      addressOf(annotation),
      ...(editOf(annotation)?.files.map(({ file }) => file) ?? []),
    ].join('\n'),
  );
  return words.every((word) => text.includes(word));
}

function comparable(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** Handles a click in the list: reveals the target of the annotation, or opens its thread if it has none on this page. */
function revealOrOpen(
  id: string,
  { state, commands, dispatch }: Pick<PanelProps, 'state' | 'commands' | 'dispatch'>,
): void {
  const annotation = state.annotations.get(id);
  if (annotation === undefined) return;
  if (isOnThisPage(state, annotation) && !hasTargetOnPage(state, annotation)) {
    dispatch({ type: 'thread:open', id });
    return;
  }
  // On a small screen the list would cover the target.
  if (matchMedia('(max-width: 480px)').matches) dispatch({ type: 'panel:toggle' });
  void commands.reveal(id);
}

function isOnThisPage(state: OverlayState, annotation: Annotation): boolean {
  return everyOne(groupAnnotations(state, 'page')).includes(annotation);
}

function hasTargetOnPage({ lost }: OverlayState, annotation: Annotation): boolean {
  return annotation.kind !== 'page' && !lost.has(annotation.id) && !isSettled(annotation);
}

/** Clears all annotations of this tab, also those that the filter hides: open ones are withdrawn, the rest is deleted. */
async function clearAll(
  tab: PanelTab,
  { state: known, commands, dispatch }: Pick<PanelProps, 'state' | 'commands' | 'dispatch'>,
): Promise<void> {
  const state = tab === 'all' && known.rest !== null ? await (await commands.rest()).all() : known;
  if (!hasAll(state, tab)) {
    const text =
      'Nothing was cleared, because not all comments could be read. Try again when the page is connected.';
    notify(dispatch, text, 'problem');
    return;
  }
  const all = everyOne(groupAnnotations(state, tab));
  for (const { id } of all) commands.act(id, { type: 'delete' });
  const deleted = all.filter((one) => one.status === 'draft' || isClosed(one)).length;
  const withdrawn = all.length - deleted;
  const parts = [
    ...(deleted > 0 ? [`${deleted} deleted`] : []),
    ...(withdrawn > 0 ? [`${withdrawn} taken back`] : []),
  ];
  notify(dispatch, parts.length > 0 ? `${parts.join(', ')}.` : 'There is nothing to clear.', 'success');
}

/** The target of a comment, above its text: the quoted text, or the element. */
function About({ item }: { item: Annotation }) {
  switch (item.kind) {
    case 'text':
      return (
        <q class="nga-about" data-nga="quote" dir="auto">
          {item.anchor.quote}
        </q>
      );
    case 'element':
    case 'component':
      return (
        <span class="nga-about" data-nga="selector" title={item.selector}>
          <b dir="auto">{item.kind === 'element' ? item.description : item.componentName}</b>{' '}
          <code class="nga-mono">{item.selector}</code>
        </span>
      );
    case 'page':
      return (
        <span class="nga-about" data-nga="page-note">
          Note on the page
        </span>
      );
    case 'markdown':
      return null;
  }
}
