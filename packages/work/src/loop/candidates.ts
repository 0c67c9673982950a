import { type Annotation, isVisibleToAgents, waitsForPerson } from '@annotate-mcp/core';
import type { Page, Store } from '@annotate-mcp/store';

/** The oldest annotation that an agent may begin with now, of those that `isFree`; `null` when there is none. */
export async function nextCandidate(
  store: Store,
  isFree: (annotation: Annotation) => boolean,
): Promise<Annotation | null> {
  let cursor: string | null = null;
  do {
    const page: Page = await store.list(
      { status: ['pending'], origin: 'own' },
      { order: 'oldest', ...(cursor !== null && { cursor }) },
    );
    const found = page.annotations.find((annotation) => isForAgents(annotation) && isFree(annotation));
    if (found !== undefined) return found;
    cursor = page.nextCursor;
  } while (cursor !== null);
  return null;
}

/** The store leaves out drafts and what came with the repository; they are checked again because an agent edits files. */
function isForAgents(annotation: Annotation): boolean {
  return isVisibleToAgents(annotation) && !waitsForPerson(annotation);
}
