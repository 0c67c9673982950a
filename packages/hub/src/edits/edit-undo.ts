/** Takes back what an agent changed, after the person has said so on the consent page. */
import { randomUUID } from 'node:crypto';

import { AnnotateError, type Edit, pageActor, undo } from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';
import {
  findUndoProblem,
  type PatchFiles,
  splitPatch,
  undoPatch,
  type UndoProblem,
} from '@annotate-mcp/store/git';

import type { ConsentOffers, Offer } from '../consent-offers.ts';
import { asAuthor, type Speaker } from '../speaker.ts';

import { requireEdit, requirePatch } from './recorded-edit.ts';

export interface EditUndoDeps {
  readonly store: Store;
  readonly root: string;
  readonly patches: PatchFiles;
  readonly offers: ConsentOffers;
  readonly now: () => Date;
}

export class EditUndo {
  readonly #deps: EditUndoDeps;

  constructor(deps: EditUndoDeps) {
    this.#deps = deps;
  }

  /** Resolves when the question is on its way. Throws, without a question, when the edit cannot be undone. */
  async offer(id: string, speaker: Speaker): Promise<void> {
    const { store, root, patches, offers } = this.#deps;
    const { edited } = await requireEdit(store, id, speaker);
    const patch = await requirePatch(patches, id, edited);
    const problem = await findUndoProblem(root, patch);
    if (problem !== null) throw misfitError(problem);
    await offers.ask(describeUndo(id, edited, patch), async (optionId) => {
      if (optionId === 'undo') await this.#undo(id, edited, speaker);
    });
  }

  async #undo(id: string, shown: Edit, speaker: Speaker): Promise<void> {
    const { store, root, patches, now } = this.#deps;
    // Meanwhile it may have been opened and resolved again, with another edit than the one that the person has seen.
    const { edited } = await requireEdit(store, id, speaker);
    if (edited.patch !== shown.patch) throw otherEditError();
    const names = shown.files.flatMap(({ file, from }) => (from === undefined ? [file] : [file, from]));
    const problem = await undoPatch(root, await requirePatch(patches, id, edited), names);
    if (problem !== null) throw misfitError(problem);
    const note = { id: randomUUID(), message: describeUndone(shown) };
    await store.update(id, (annotation) =>
      undo(annotation, pageActor(annotation, asAuthor(speaker, annotation)), now(), note),
    );
  }
}

function describeUndo(annotationId: string, edited: Edit, patch: string): Offer {
  const diffs = splitPatch(patch, edited.files);
  return {
    kind: 'undo',
    title: edited.by === 'person' ? 'Undo what you applied?' : 'Undo what the agent changed?',
    annotationId,
    diffs: diffs.slice(0, mostDiffs),
    text: [
      'These changes are taken back in your files.',
      ...(diffs.length > mostDiffs ? [`${diffs.length - mostDiffs} more diffs are not shown here.`] : []),
    ].join(' '),
    options: [
      { id: 'undo', name: 'Undo', kind: 'choice', hint: 'writes these files' },
      { id: 'keep', name: 'Keep', kind: 'choice', hint: 'changes nothing' },
    ],
  };
}

const mostDiffs = 50;

function describeUndone({ files, by }: Edit): string {
  const names = files.slice(0, mostNames).map(({ file }) => `\`${file.replaceAll('`', "'")}\``);
  const more = files.length > mostNames ? ` and ${files.length - mostNames} more` : '';
  const what = by === 'person' ? 'you applied' : 'the agent changed';
  return `Undone: what ${what} in ${names.join(', ')}${more} was taken back.`;
}

const mostNames = 10;

function misfitError({ files, reason }: UndoProblem): AnnotateError {
  const which = files.length === 0 ? reason : `These files were changed since: ${files.join(', ')}.`;
  return new AnnotateError('edit/does-not-fit', `It cannot be undone, and nothing was changed. ${which}`, {
    hint: 'Change them by hand, or re-open the comment and say what you want instead.',
  });
}

function otherEditError(): AnnotateError {
  return new AnnotateError(
    'edit/does-not-fit',
    'The agent has changed something else since; nothing was undone.',
    {
      hint: 'Look at the new changes, and choose Undo again.',
    },
  );
}
