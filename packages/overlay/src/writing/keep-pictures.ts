/** Keeps the pictures of a composer that was closed without sending, as its text is kept, until the page is left. */
import type { OverlayStateContainer } from '../state/container.ts';
import type { ComposedPicture, OverlayState, ComposeTarget } from '../state/state.ts';
import { targetKey } from '../state/target-key.ts';

export function keepPictures({ get, dispatch, subscribe }: OverlayStateContainer): () => void {
  const kept = new Map<string, readonly ComposedPicture[]>();
  let open: { target: ComposeTarget; key: string } | null = null;

  const follow = ({ mode, pageUrl }: OverlayState) => {
    if (mode.name !== 'annotate') {
      open = null;
      return;
    }
    const { target, pictures } = mode.compose;
    const key = targetKey(target, pageUrl);
    const isNew = open?.target !== target;
    // The app has navigated while the composer was open: it is sent from the new page.
    if (!isNew && open !== null && open.key !== key) kept.delete(open.key);
    open = { target, key };
    const before = kept.get(key);
    if (isNew && before !== undefined && pictures.length === 0) {
      dispatch({ type: 'compose:change', change: () => ({ pictures: before }) });
      return;
    }
    const read = pictures.filter(({ picture }) => picture !== null);
    if (read.length > 0) kept.set(key, read);
    else kept.delete(key);
  };

  follow(get());
  return subscribe(follow);
}
