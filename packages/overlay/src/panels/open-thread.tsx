import { type Annotation, mentionsIn, waitsForPerson } from '@annotate-mcp/core';

import { boxBeside } from '../picking/picked-box.ts';
import { isOffered } from '../state/abilities.ts';
import { selectAddressees, selectMentionable } from '../state/addressees.ts';
import { selectAuthors } from '../state/authors.ts';
import type { BadgePosition } from '../state/badge-position.ts';
import { countAnnotations, describeAgents } from '../state/select.ts';
import type { Box } from '../state/state.ts';
import { PictureFetching } from '../ui/fetched-picture.tsx';
import { useFollow } from '../ui/follow.ts';
import { Thread } from '../ui/thread.tsx';

import { drawnBadge } from './drawn-badges.ts';
import type { PanelProps } from './panel-props.ts';
import { StartButton, ThreadQuestions } from './questions.tsx';
import { ThreadCheck } from './thread-check.tsx';
import { ThreadEdits } from './thread-edits.tsx';
import { ThreadProof } from './thread-proof.tsx';
import { ThreadSeen } from './thread-seen.tsx';
import { ThreadWishes } from './thread-wishes.tsx';
import { ThreadWork, workOn } from './thread-work.tsx';
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
  const edit = `edit ${id}`;
  const startsAgent = waitsForAgent(annotation) && describeAgents(state).tone === 'no-agent';
  return (
    <PictureFetching value={fetchPicture ?? null}>
      <Thread
        key={id}
        annotation={annotation}
        authors={selectAuthors(state)}
        can={(name) => isOffered(state, name, annotation)}
        me={state.me}
        addressees={selectAddressees(state)}
        mentioned={(text) => mentionsIn(text, selectAddressees(state))}
        mentionable={selectMentionable(state)}
        box={badge ? boxAtBadge(badge) : boxOnScreen(rangesOf?.(id) ?? [])}
        badge={badge ? drawnBadge(state, badges, badge) : null}
        lost={state.lost.has(id)}
        unsent={state.unsent.has(id)}
        drafts={countAnnotations(state, 'all').drafts}
        text={kept.get(id) ?? ''}
        onText={(text) => dispatch({ type: 'reply:text', id, text })}
        edited={kept.get(edit) ?? ''}
        onEdited={(text) => dispatch({ type: 'reply:text', id: edit, text })}
        pictureAt={(name) => `${hub}/api/attachments/${encodeURIComponent(name)}`}
        work={workOn(state, id)}
        progress={
          <>
            <ThreadWishes annotation={annotation} trials={trials} />
            <ThreadEdits annotation={annotation} state={state} hub={hub} />
            <ThreadWork annotation={annotation} state={state} hub={hub} />
            <ThreadProof annotation={annotation} hub={hub} />
            <ThreadCheck annotation={annotation} state={state} hub={hub} />
            {startsAgent && <StartButton state={state} hub={hub} />}
            <ThreadSeen annotation={annotation} state={state} hub={hub} />
          </>
        }
        asked={<ThreadQuestions state={state} id={id} startsAgent={startsAgent} />}
        onClose={() => dispatch({ type: 'thread:close' })}
        commands={commands}
      />
    </PictureFetching>
  );
}

function waitsForAgent(annotation: Annotation): boolean {
  return annotation.status === 'pending' && annotation.origin !== 'repository' && !waitsForPerson(annotation);
}

function boxOnScreen(ranges: readonly Range[]): Box | null {
  const box = boxBeside(ranges);
  return box !== null && box.y + box.height > 0 && box.y < innerHeight ? box : null;
}

/** The element of the badge. */
function boxAtBadge({ x, y, box = { x, y, width: 0, height: 0 } }: BadgePosition): Box {
  return box;
}
