/** The comments on a narrow screen: a sheet over the lower part of the text. */
import { CloseButton } from '@annotate-mcp/overlay/ui';

import { countOpen, itemOf, itemsOf } from '../state/select.ts';

import { Card } from './card.tsx';
import { FirstUse, LostGroup } from './margin.tsx';
import { TextFixCard } from './text-fix.tsx';
import { FilterSelect } from './toolbar.tsx';
import { ViewIcon } from './view-icon.tsx';
import type { ViewProps } from './view-props.ts';

export function Sheet(props: ViewProps) {
  const { state } = props;
  if (state.textFix !== null)
    return (
      <section class="mdv-sheet mdv-sheet--one nga-root nga-surface">
        <TextFixCard {...props} />
      </section>
    );
  if (state.relinking !== null) return null;
  if (state.sheet && state.composing === null) return <AllComments {...props} />;
  if (state.active !== null) return <OneComment {...props} id={state.active} />;
  return <Opener {...props} />;
}

function Opener({ state, dispatch }: ViewProps) {
  if (state.selection !== null) return null;
  const count = countOpen(state);
  return (
    <button
      type="button"
      class="mdv-opener nga-btn nga-surface"
      onClick={() => dispatch({ type: 'sheet', open: true })}
    >
      <ViewIcon name="comment" /> Comments <span class="mdv-count">{count}</span>
    </button>
  );
}

/** The comment that is open or being written. The text stays visible above it. */
function OneComment({ id, ...props }: ViewProps & { id: string }) {
  const { state, dispatch, commands } = props;
  const item = itemOf(state, id);
  if (item === null) return null;
  const close = () => {
    if (state.composing === id) commands.closeComposer();
    dispatch({ type: 'activate', id: null });
  };
  return (
    <section class="mdv-sheet mdv-sheet--one nga-root nga-surface" aria-label="Comment">
      <div class="mdv-sheet-close">
        <CloseButton onClick={close} />
      </div>
      <Card {...props} commands={{ ...commands, closeComposer: close }} item={item} quoted />
    </section>
  );
}

function AllComments(props: ViewProps) {
  const { state, dispatch } = props;
  const items = itemsOf(state);
  const lost = items.filter((item) => item.lost);
  return (
    <section class="mdv-sheet nga-root nga-surface" aria-label="Comments">
      <div class="mdv-sheet-head">
        <h2>Comments</h2>
        <FilterSelect {...props} />
        <CloseButton onClick={() => dispatch({ type: 'sheet', open: false })} />
      </div>
      <div class="mdv-sheet-body">
        {lost.length > 0 && <LostGroup {...props} items={lost} />}
        {items
          .filter((item) => !item.lost)
          .map((item) => (
            <Card key={item.id} {...props} item={item} quoted />
          ))}
        {items.length === 0 && <FirstUse {...props} />}
      </div>
    </section>
  );
}
