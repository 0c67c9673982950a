import { useEffect, useReducer, useRef, useState } from 'preact/hooks';

import { type Annotation, isKeepable, isLeftToAgent, turnOf } from '@annotate-mcp/core';

import { canApply } from '../commands/apply-wish.ts';
import { notify, reasonOf } from '../commands/notify.ts';
import { pulse } from '../commands/pulse.ts';
import { queryDomPath } from '../inspectors/dom.ts';
import { boxBeside, boxOfElement } from '../picking/picked-box.ts';
import { isOffered } from '../state/abilities.ts';
import { countAnnotations, describeAgents } from '../state/select.ts';
import type { BadgePosition, Box, OverlayState } from '../state/state.ts';
import type { Trials } from '../trials/trials.ts';
import { Button } from '../ui/button.tsx';
import { PictureFetching } from '../ui/fetched-picture.tsx';
import type { ElementRef } from '../ui/focus.ts';
import { useFollow } from '../ui/follow.ts';
import { KeptView } from '../ui/kept-view.tsx';
import { ProofView, type TokenOf } from '../ui/proof/proof-view.tsx';
import { Thread } from '../ui/thread.tsx';
import { WishList } from '../ui/wish-list.tsx';
import { isAtWork } from '../ui/work-words.ts';

import { drawnBadge } from './badges.tsx';
import { offerApply, offerCheck, offerWork } from './hub-requests.ts';
import type { PanelProps } from './panel-props.ts';
import { StartButton, ThreadQuestions } from './questions.tsx';
import { ThreadSeen } from './thread-seen.tsx';
import { ThreadEdits, ThreadWork, workOn } from './thread-work.tsx';
import { turnByKey } from './turn-keys.ts';
import { useWhole } from './use-whole.ts';

/** The open thread beside its badge. */
export function OpenThread(props: PanelProps) {
  const { state, dispatch, commands, badges, rangesOf, hub, trials, fetchPicture } = props;
  const { mode, annotations, kept } = state;
  const annotation = mode.name === 'thread' ? annotations.get(mode.id) : undefined;
  // The tracker reports when a badge moves, but not when a text does.
  useFollow(annotation?.kind === 'text');
  useWhole(annotation?.id, props);
  if (annotation === undefined) return null;
  const { id } = annotation;
  const badge = badges.find((one) => one.id === id && !one.offscreen);
  const work = workOn(state, id);
  // An agent may ask something before it has taken it.
  const startsAgent = waitsForAgent(annotation) && !isAtWork(work) && !isAgentComing(state, annotation);
  return (
    <PictureFetching value={fetchPicture ?? null}>
      <Thread
        key={id}
        annotation={annotation}
        state={state}
        can={(name) => isOffered(state, name, annotation)}
        place={{
          box: badge ? boxAtBadge(badge) : boxOnScreen(rangesOf?.(id) ?? []),
          badge: badge ? drawnBadge(state, badges, badge) : null,
          lost: state.lost.has(id),
        }}
        drafts={countAnnotations(state, 'all').drafts}
        kept={kept}
        onKeep={(key, text) => dispatch({ type: 'reply:text', id: key, text })}
        pictureAt={(name) => `${hub}/api/attachments/${encodeURIComponent(name)}`}
        work={work}
        proof={<ThreadProof annotation={annotation} hub={hub} />}
        progress={
          <>
            <ThreadWishes annotation={annotation} trials={trials} state={state} hub={hub} />
            <ThreadWork annotation={annotation} state={state} hub={hub} />
            <ThreadEdits annotation={annotation} state={state} hub={hub} />
            <ThreadCheck annotation={annotation} state={state} hub={hub} />
            <ThreadSeen annotation={annotation} state={state} hub={hub} />
          </>
        }
        start={startsAgent && <StartButton state={state} hub={hub} />}
        onStartOther={state.work.canStart && state.me.local ? () => startOther(hub, dispatch) : undefined}
        asked={<ThreadQuestions state={state} id={id} startsAgent={startsAgent} />}
        onClose={() => dispatch({ type: 'thread:close' })}
        onKeyDown={(event) => {
          const next = turnByKey(event, state, id);
          if (next !== null) dispatch({ type: 'thread:open', id: next });
        }}
        commands={commands}
      />
    </PictureFetching>
  );
}

/** The annotation is left to another agent by then, which the program that is started begins with. */
function startOther(hub: string, dispatch: PanelProps['dispatch']): void {
  offerWork(hub).catch(() =>
    notify(
      dispatch,
      'No agent could be started from here. Run npx annotate-mcp work in a terminal.',
      'problem',
    ),
  );
}

/** An agent that it is left to listens or works, or is the one that it waits for. One that is only connected looks when its person tells it to. */
function isAgentComing(state: OverlayState, annotation: Annotation): boolean {
  const agents = state.agents.filter(({ agentName }) => isLeftToAgent(annotation, agentName));
  if (annotation.assignee !== undefined) return agents.length > 0;
  const { tone } = describeAgents({ ...state, agents });
  return tone !== 'no-agent' && tone !== 'idle';
}

function waitsForAgent(annotation: Annotation): boolean {
  const { status, origin, assignee } = annotation;
  if (status !== 'pending' || origin === 'repository' || assignee?.type === 'person') return false;
  return turnOf(annotation) === null;
}

function boxOnScreen(ranges: readonly Range[]): Box | null {
  const box = boxBeside(ranges);
  return box !== null && box.y + box.height > 0 && box.y < innerHeight ? box : null;
}

/** The element of the badge. */
function boxAtBadge({ x, y, box = { x, y, width: 0, height: 0 } }: BadgePosition): Box {
  return box;
}

/** What the page showed before and after the agent's change. */
function ThreadProof({ annotation, hub }: { annotation: Annotation; hub: string }) {
  const place = useRef<HTMLDivElement>(null);
  const tokenOf = useTokens(place, annotation);
  const pointOut = (path: string) => {
    const root = place.current?.getRootNode();
    const element = queryDomPath(path);
    if (element === null || !(root instanceof ShadowRoot)) return;
    element.scrollIntoView({ block: 'nearest' });
    pulse(root, () => (element.isConnected ? boxOfElement(element) : null));
  };
  return (
    <div ref={place} class="nga-proof-place">
      <ProofView
        annotation={annotation}
        pictureAt={(name) => `${hub}/api/attachments/${encodeURIComponent(name)}`}
        onPointOut={pointOut}
        tokenOf={tokenOf}
      />
    </div>
  );
}

/** Names the tokens of this page, once they are read: only for a thread that shows changed styles. */
function useTokens(place: ElementRef, annotation: Annotation): TokenOf | undefined {
  const [found, setFound] = useState<{ of: TokenOf } | null>(null);
  const after = 'proof' in annotation ? annotation.proof.after : undefined;
  const hasStyles = after?.changes.some(({ what }) => what === 'style') === true;
  useEffect(() => {
    if (!hasStyles) return;
    import('../trials/read-tokens.ts').then(
      ({ readTokens, tokenWith }) => {
        const root = place.current?.getRootNode();
        if (!(root instanceof ShadowRoot)) return;
        const tokens = readTokens(document.body, root);
        setFound({ of: (property, value) => tokenWith(property, value, tokens) });
      },
      // The changes are understood without them.
      () => undefined,
    );
  }, [hasStyles, after?.takenAt]);
  return found?.of;
}

/** What the person tried by hand, and whether the page still shows it. */
function ThreadWishes({
  annotation,
  trials,
  state,
  hub,
}: { annotation: Annotation; trials: Trials } & Pick<PanelProps, 'state' | 'hub'>) {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const wishes = 'wishes' in annotation ? annotation.wishes : [];
  const trial = trials.sent.get(annotation.id);
  if (wishes.length === 0) return null;
  return (
    <>
      <WishList wishes={wishes} />
      {canApply(annotation, state) && <ApplyWish id={annotation.id} hub={hub} />}
      {trial?.element.isConnected === true && (
        <div class="nga-actions">
          <Button
            data-nga="take-back"
            title="The page still shows what you tried"
            onClick={() => {
              trial.revert();
              redraw(undefined);
            }}
          >
            Take it back in the page
          </Button>
        </div>
      )}
    </>
  );
}

/** The question whether it is written is shown in the thread, and so is the reason why an agent has to do it. */
function ApplyWish({ id, hub }: { id: string; hub: string }) {
  const [problem, setProblem] = useState<string | null>(null);
  const apply = () => {
    setProblem(null);
    offerApply(hub, id).catch((error: unknown) => setProblem(reasonOf(error)));
  };
  return (
    <div class="nga-actions">
      <Button data-nga="apply" title="Shows the diff, and writes it when you say so" onClick={apply}>
        Apply…
      </Button>
      <p class="nga-small nga-problem" role="status">
        {problem}
      </p>
    </div>
  );
}

/** The test that keeps what was changed, or the button that has it written; nothing while the change was not seen. */
function ThreadCheck({
  annotation,
  state,
  hub,
}: { annotation: Annotation } & Pick<PanelProps, 'state' | 'hub'>) {
  if (annotation.kind === 'markdown' || annotation.origin === 'repository') return null;
  const { id, checkFile = null } = annotation;
  if (checkFile === null && !isKeepable(annotation)) return null;
  return (
    <KeptView
      file={checkFile}
      onKeep={state.me.local ? () => offerCheck(hub, id) : undefined}
      asked={state.work.questions.some(({ kind, annotationId }) => kind === 'check' && annotationId === id)}
    />
  );
}
