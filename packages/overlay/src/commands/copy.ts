import { annotationsToMarkdown, annotationToPaste } from '@annotate-mcp/core';

import { createRestReader } from '../connection/read-rest.ts';
import { copyRefused, copyToClipboard } from '../ui/clipboard.ts';

import type { CommandDeps } from './command-deps.ts';
import type { CopiedList } from './commands.ts';
import { copyDetail } from './copy-detail.ts';
import { exportMarkdown, listedFor } from './export-markdown.ts';
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
