/** What a person can do with a thread, sent by the connection of the overlay. */
import { annotationToPaste, linkTo } from '@annotate-mcp/core';
import type { Connection, ThreadCommands } from '@annotate-mcp/overlay/threads';
import { copyRefused, copyToClipboard } from '@annotate-mcp/overlay/ui';

import { draftsIn, type PageStates, withNotice } from './state.ts';

export interface CommandDeps {
  readonly states: PageStates;
  readonly connection: () => Connection | null;
  readonly root: HTMLElement;
}

export function createCommands({ states, connection, root }: CommandDeps): ThreadCommands {
  const annotationOf = (id: string) => states.get().open?.annotations.get(id);
  const copy = async (text: string, confirmation: string) => {
    const isCopied = await copyToClipboard(text, root);
    states.dispatch(withNotice(isCopied ? confirmation : copyRefused, isCopied ? 'success' : 'problem'));
  };
  return {
    act: (id, action) => connection()?.act(id, action),
    submitBatch() {
      const { open: project } = states.get();
      if (project !== null) connection()?.submitBatch(draftsIn(project).map(({ id }) => id));
    },
    async copyOne(id) {
      const annotation = annotationOf(id);
      if (annotation) await copy(annotationToPaste(annotation), 'This comment was copied as Markdown.');
    },
    copyText: (text, confirmation) => void copy(text, confirmation),
    reveal(id) {
      const annotation = annotationOf(id);
      const link = annotation === undefined ? null : linkTo(annotation);
      // The record may come from elsewhere: no other address is opened.
      if (link !== null && /^https?:/.test(link)) open(link, '_blank', 'noopener,noreferrer');
    },
    // Not offered here: what a person is called the project says, and elements are picked on their page.
    relink: () => undefined,
    rename: () => undefined,
  };
}
