/** Copies comments as Markdown. Not part of the first load: it is fetched when a person copies. */
import {
  type Annotation,
  annotationsToMarkdown,
  annotationToPaste,
  type Detail,
  isExported,
} from '@annotate-mcp/core';

import { createRestReader } from '../connection/read-rest.ts';
import { hasAll, isPartial, selectListed } from '../state/select-listed.ts';
import { everyOne, groupAnnotations } from '../state/select.ts';
import type { OverlayState } from '../state/state.ts';
import { copyRefused, copyToClipboard } from '../ui/clipboard.ts';

import type { CommandDeps, CopiedList } from './commands.ts';
import { copyDetail } from './copy-detail.ts';
import { notify } from './notify.ts';

export async function copyOne(deps: CommandDeps, id: string): Promise<void> {
  const { annotations } = await createRestReader(deps).whole([id]);
  const annotation = annotations.get(id);
  if (annotation === undefined) return;
  const isShort = copyDetail() === 'short';
  const text = isShort
    ? annotationsToMarkdown([annotation], new Date(), 'short')
    : annotationToPaste(annotation);
  await copyText(deps, text, 'This comment was copied as Markdown.');
}

export async function copyPage(deps: CommandDeps, list: CopiedList): Promise<void> {
  const rest = createRestReader(deps);
  const known = list.tab === 'all' ? await rest.all() : deps.container.get();
  const state = await rest.whole(listedFor(known, list).map(({ id }) => id));
  const { markdown, notice } = exportMarkdown(state, list, new Date(), copyDetail());
  if (markdown === null) notify(deps.container.dispatch, notice);
  else await copyText(deps, markdown, notice);
}

export async function copyText(
  { container, root }: CommandDeps,
  text: string,
  notice: string,
): Promise<void> {
  const isCopied = await copyToClipboard(text, root);
  notify(container.dispatch, isCopied ? notice : copyRefused, isCopied ? 'success' : 'problem');
}

interface MarkdownExport {
  /** `null` when there is nothing to copy. */
  readonly markdown: string | null;
  /** Tells the person what was copied. */
  readonly notice: string;
}

function listedFor(state: OverlayState, list: CopiedList): readonly Annotation[] {
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
