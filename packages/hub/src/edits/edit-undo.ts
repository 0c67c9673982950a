/** Takes back what an agent changed, after the person has said so on the consent page. */
import { randomUUID } from 'node:crypto';

import type { Asked, ConsentPage } from '@annotate-mcp/consent';
import {
  AnnotateError,
  type Annotation,
  type Edited,
  pageActor,
  SerialQueue,
  undo,
} from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';
import {
  findUndoProblem,
  type PatchFiles,
  splitPatch,
  undoPatch,
  type UndoProblem,
} from '@annotate-mcp/store/git';

import type { Speaker } from '../speaker.ts';

import { requireEdit, requirePatch } from './recorded-edit.ts';

export interface EditUndoDeps {
  readonly store: Store;
  readonly root: string;
  readonly patches: PatchFiles;
  readonly now: () => Date;
  /** Told to the pages on this machine: it happens after the request that asked for it was answered. */
  readonly onFailure: (error: unknown) => void;
  readonly onError: (error: unknown) => void;
}

/** The question waits so long; a page may have asked for it without a person. */
const answerMs = 180_000;

/** A page on this machine can have the person asked. Asking is all that a page can cause. */
export class EditUndo {
  readonly #deps: EditUndoDeps;
  readonly #queue = new SerialQueue();
  readonly #closing = new AbortController();
  readonly #asked = new Set<Promise<void>>();
  /** Ids of the annotations that the person is asked about. */
  readonly #open = new Set<string>();
  #consent: Promise<ConsentPage> | undefined;

  constructor(deps: EditUndoDeps) {
    this.#deps = deps;
  }

  /** Resolves when the question is on its way. Throws when the edit cannot be undone; nothing is asked then. */
  async offer(id: string, speaker: Speaker): Promise<void> {
    const { store, root, patches } = this.#deps;
    const { annotation, edited } = await requireEdit(store, id, speaker);
    const patch = await requirePatch(patches, id, edited);
    const problem = await findUndoProblem(root, patch);
    if (problem !== null) throw misfitError(problem);
    // Another hub of the same project may ask it, too.
    const questions = await store.questions.list();
    if (questions.some(({ kind, annotationId }) => kind === 'undo' && annotationId === id)) return;
    if (this.#open.has(id) || this.#closing.signal.aborted) return;
    this.#open.add(id);
    const asking = this.#ask(annotation, edited, patch, speaker)
      .catch(this.#deps.onFailure)
      .finally(() => {
        this.#open.delete(id);
        this.#asked.delete(asking);
      });
    this.#asked.add(asking);
  }

  /** Withdraws what is asked at the moment. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#asked);
    await (await this.#consent)?.close();
  }

  async #ask(annotation: Annotation, edited: Edited, patch: string, speaker: Speaker): Promise<void> {
    const consent = await this.#openConsent();
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(answerMs)]);
    const answer = await consent.ask(describeUndo(annotation, edited, patch), signal);
    if (answer?.optionId === 'undo') await this.#queue.run(() => this.#undo(annotation.id, edited, speaker));
  }

  async #undo(id: string, shown: Edited, speaker: Speaker): Promise<void> {
    const { store, root, patches, now } = this.#deps;
    // Meanwhile it may have been opened and resolved again, with another edit than the one that the person has seen.
    const { edited } = await requireEdit(store, id, speaker);
    if (edited.patch !== shown.patch) throw otherEditError();
    const names = shown.files.flatMap(({ file, from }) => (from === undefined ? [file] : [file, from]));
    const problem = await undoPatch(root, await requirePatch(patches, id, edited), names);
    if (problem !== null) throw misfitError(problem);
    const note = { id: randomUUID(), message: describeUndone(shown) };
    await store.update(id, (annotation) => undo(annotation, pageActor(annotation, speaker), now(), note));
    await patches.remove(id, shown);
  }

  /** Loaded and opened with the first question: most hubs never ask one. */
  #openConsent(): Promise<ConsentPage> {
    const { store, now, onError } = this.#deps;
    return (this.#consent ??= import('@annotate-mcp/consent').then(({ openConsentPage }) =>
      openConsentPage({ store, now, onError }),
    ));
  }
}

function describeUndo({ id }: Annotation, edited: Edited, patch: string): Asked {
  const diffs = splitPatch(patch, edited.files);
  return {
    kind: 'undo',
    title: 'Undo what the agent changed?',
    annotationId: id,
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

function describeUndone({ files }: Edited): string {
  const names = files.slice(0, mostNames).map(({ file }) => `\`${file.replaceAll('`', "'")}\``);
  const more = files.length > mostNames ? ` and ${files.length - mostNames} more` : '';
  return `Undone: what the agent changed in ${names.join(', ')}${more} was taken back.`;
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
