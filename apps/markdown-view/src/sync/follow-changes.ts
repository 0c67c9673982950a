/** Compares the text with the one that the person reviewed last, after the text is shown, and again with every edit. */
import { compareDocuments, type DocumentVersion, versionOf } from '@annotate-mcp/markdown';

import { onceIdle } from '../document/render-lazily.ts';
import type { FoundChanges } from '../state/changes.ts';
import type { ViewState } from '../state/state.ts';

import type { SyncDeps } from './sync-deps.ts';

/** In characters. Shorter texts are compared within one frame, so that no frame shows them without their changes. */
const shortText = 100_000;

/** Until the returned function is called. */
export function followChanges({ state, server }: Pick<SyncDeps, 'state' | 'server'>): () => void {
  let reviewed: { readonly sha: string; readonly version: DocumentVersion } | null = null;
  let opening = true;
  let cancel: () => void = () => undefined;

  const tell = (found: FoundChanges | null) => {
    state.dispatch({ type: 'changes:found', found, opening });
    // The next plan is read for what became of the one before.
    if (opening && found !== null && state.get().asksVerdict)
      state.dispatch({ type: 'changes:show', on: true });
    opening = false;
  };
  const compare = () => {
    const { text, reviewedSha } = state.get();
    if (text === null || reviewed === null || reviewed.sha !== reviewedSha) return;
    const { version: before } = reviewed;
    const after = versionOf(text);
    const list = compareDocuments(before, after);
    tell(list.length === 0 ? null : { before, after, list });
  };
  const read = async () => {
    const { reviewedSha: sha } = state.get();
    if (sha === null) return;
    try {
      reviewed = { sha, version: versionOf(await server.reviewedText()) };
      compare();
    } catch {
      // Asked again when the server answers again. Until then the text is shown without its changes.
    }
  };
  const look = ({ text, reviewedSha }: ViewState) => {
    cancel();
    if (text === null) return;
    if (reviewedSha === null) tell(null);
    else if (reviewed?.sha !== reviewedSha) cancel = onceIdle(() => void read());
    else if (text.length <= shortText) compare();
    else cancel = onceIdle(compare);
  };
  const stop = state.subscribe((now, before) => {
    const isOnlineAgain = now.connection.state === 'online' && before.connection.state !== 'online';
    if (now.text !== before.text || now.reviewedSha !== before.reviewedSha || isOnlineAgain) look(now);
  });
  return () => {
    stop();
    cancel();
  };
}
