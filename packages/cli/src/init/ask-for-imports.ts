import type { Dialog } from '../terminal.ts';

import { askYesNo } from './ask.ts';
import type { OlderComments } from './older-comments.ts';
import type { Project } from './project.ts';
import { describeImport } from './report.ts';

/** Those that the person wants; `null` when the user cancelled. */
export async function askForImports(
  imports: readonly OlderComments[],
  project: Project,
  dialog: Dialog,
): Promise<OlderComments[] | null> {
  const wanted: OlderComments[] = [];
  for (const each of imports) {
    const answer = await askYesNo(`Import ${describeImport(each, project)}?`, true, dialog);
    if (answer === null) return null;
    if (answer) wanted.push(each);
  }
  return wanted;
}
