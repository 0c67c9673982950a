/** Not part of the first load: it is fetched when a person copies. */
import { type Annotation, annotationsToMarkdown, type Detail, isExported } from '@annotate-mcp/core';

import { hasAll, isPartial, selectListed } from '../state/select-listed.ts';
import { everyOne, groupAnnotations } from '../state/select.ts';
import type { OverlayState } from '../state/state.ts';

import type { CopiedList } from './commands.ts';

export interface MarkdownExport {
  /** `null` when there is nothing to copy. */
  readonly markdown: string | null;
  /** Tells the person what was copied. */
  readonly notice: string;
}

export function listedFor(state: OverlayState, list: CopiedList): readonly Annotation[] {
  return selectListed(state, { ...list, selected: null });
}

/** Drafts and closed annotations are left out, unless the list shows only those: then they are what is asked for. */
export function exportMarkdown(
  state: OverlayState,
  { tab, filter }: CopiedList,
  at: Date,
  detail?: Detail,
): MarkdownExport {
  const copied = listedFor(state, { tab, filter }).filter(filter === 'open' ? isExported : isOwn);
  if (!hasAll(state, tab) || copied.some(({ id }) => isPartial(state, id)))
    return {
      markdown: null,
      notice:
        'Nothing was copied, because not all comments could be read. Try again when the page is connected.',
    };
  const leftOut = filter === 'open' ? describeLeftOut(everyOne(groupAnnotations(state, tab))) : '';
  if (copied.length === 0)
    return {
      markdown: null,
      notice: `There is nothing to copy ${tab === 'page' ? 'on this page ' : ''}yet.${leftOut}`,
    };
  const what = copied.length === 1 ? 'One comment' : `${copied.length} comments`;
  const from = tab === 'page' ? 'of this page' : 'of all pages';
  return {
    markdown: annotationsToMarkdown(copied, at, detail),
    notice: `${what} ${from} copied as Markdown.${leftOut}`,
  };
}

/** The text is pasted to agents, which get nothing from the repository before the person has adopted it. */
function isOwn({ origin }: Annotation): boolean {
  return origin !== 'repository';
}

/** Says what there is besides; empty when that is nothing. */
function describeLeftOut(annotations: readonly Annotation[]): string {
  const counted = (count: number, what: string) => (count === 0 ? [] : [`${count} ${what}`]);
  const leftOut = annotations.filter((one) => !isExported(one));
  const drafts = leftOut.filter(({ status }) => status === 'draft').length;
  const foreign = leftOut.filter(
    ({ status, origin }) => status !== 'draft' && origin === 'repository',
  ).length;
  const parts = [
    ...counted(drafts, drafts === 1 ? 'draft' : 'drafts'),
    ...counted(leftOut.length - drafts - foreign, 'closed'),
    ...counted(foreign, 'not trusted'),
  ];
  return parts.length === 0 ? '' : ` Left out: ${parts.join(', ')}.`;
}
