/** Writes what a person tried by hand in the page into its file, after they have said so on the consent page. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import {
  acknowledge,
  AnnotateError,
  type Annotation,
  annotationNotFoundError,
  applyHolder,
  describeEdit,
  type Edit,
  pageActor,
  release,
  resolve,
  SerialQueue,
  stop,
  submit,
} from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';
import { replaceFile } from '@annotate-mcp/store/files';
import { findRepositoryPlace, type PatchFiles, splitPatch } from '@annotate-mcp/store/git';

import type { ConsentOffers, Offer } from '../consent-offers.ts';
import { asAuthor, requireKnown, type Speaker } from '../speaker.ts';

import { draftApply, type DraftedApply, isAsDrafted } from './draft-apply.ts';
import { type HandOnReason, handOnReasons } from './plan-text.ts';

export interface EditApplyDeps {
  readonly store: Store;
  readonly root: string;
  readonly patches: PatchFiles;
  readonly offers: ConsentOffers;
  readonly now: () => Date;
}

/** What became of the wish to apply: the person is asked, or an agent gets it, for a reason. */
export type ApplyAnswer = { readonly offered: true } | { readonly handedOn: string };

type Holder = ReturnType<typeof applyHolder>;

export class EditApply {
  readonly #deps: EditApplyDeps;
  /** A page that asks often must not have the same question prepared often at once. */
  readonly #queue = new SerialQueue();

  constructor(deps: EditApplyDeps) {
    this.#deps = deps;
  }

  /** Resolves when the question is on its way, or when the wish was given to agents because it cannot be written exactly. */
  offer(id: string, speaker: Speaker): Promise<ApplyAnswer> {
    return this.#queue.run(async () => {
      const { store, root, offers } = this.#deps;
      if (await offers.isAsked({ kind: 'apply', annotationId: id })) return { offered: true };
      const annotation = await requireKnown(store, id, speaker);
      requireOpen(annotation);
      const drafted = await draftApply(root, annotation);
      const holder = applyHolder(randomUUID());
      if ('handedOn' in drafted) return this.#handOn(id, speaker, holder, drafted.handedOn);
      await this.#ask(id, speaker, holder, drafted);
      return { offered: true };
    });
  }

  /** The comment goes to agents, with the reason beside it. */
  async #handOn(id: string, speaker: Speaker, holder: Holder, reason: HandOnReason): Promise<ApplyAnswer> {
    const { store, now } = this.#deps;
    const said = `Not written by Apply: ${handOnReasons[reason]}.`;
    await store.update(id, (annotation) => {
      requireOpen(annotation);
      // A page that asks again adds nothing.
      if (annotation.status === 'pending' && annotation.replies.at(-1)?.message === said) return annotation;
      const held = acknowledge(sent(annotation, speaker, now()), holder, now());
      return release(held, holder, now(), { id: randomUUID(), message: said });
    });
    return { handedOn: said };
  }

  async #ask(id: string, speaker: Speaker, holder: Holder, drafted: DraftedApply): Promise<void> {
    const { store, offers, now } = this.#deps;
    const { agentId, agentName } = holder;
    // Claims of an agent that is not there are given back.
    await store.agents.announce({ agentId, agentName, waiting: false, since: now().toISOString() });
    let isAsking = false;
    try {
      await store.update(id, (annotation) => {
        requireOpen(annotation);
        return acknowledge(sent(annotation, speaker, now()), holder, now());
      });
      isAsking = await offers.ask(describeApply(id, drafted), async (optionId) => {
        try {
          if (optionId === 'apply') await this.#write(id, holder, drafted);
          else await this.#leave(id, speaker, holder);
        } catch (error) {
          await this.#leave(id, speaker, holder);
          throw error;
        } finally {
          await store.agents.leave(agentId);
        }
      });
      if (!isAsking) await this.#leave(id, speaker, holder);
    } finally {
      if (!isAsking) await store.agents.leave(agentId);
    }
  }

  /** Nothing is written unless the file is the one of the diff that the person has seen, until the last moment. */
  async #write(id: string, holder: Holder, drafted: DraftedApply): Promise<void> {
    const { store, root, patches, now } = this.#deps;
    const annotation = await store.get(id);
    if (annotation === null) throw annotationNotFoundError(id);
    if (!isHeldBy(annotation, holder)) throw takenError();
    const again = await draftApply(root, annotation);
    if ('handedOn' in again && again.handedOn === 'not-only-text') throw takenError();
    if ('handedOn' in again || again.path !== drafted.path || again.patch !== drafted.patch)
      throw changedError(drafted.file);
    const saved = await patches.save(id, drafted.patch);
    const temporaryFolder = join(root, '.annotate', 'edits');
    const isCurrent = () => isAsDrafted(drafted);
    if (!replaceFile(drafted.path, drafted.newText, { temporaryFolder, isCurrent }))
      throw changedError(drafted.file);
    const edited: Edit = {
      files: [{ file: drafted.file, ...countLines(drafted.patch) }],
      ...(findRepositoryPlace(root) === null ? { noPatch: 'no-git' } : saved),
      by: 'person',
    };
    const edits = [describeEdit(drafted.file, drafted.oldText, drafted.newText)].filter(
      (edit) => edit !== null,
    );
    const note = {
      id: randomUUID(),
      message: `Written as you tried it, in \`${drafted.file}:${drafted.line}\`.`,
    };
    try {
      await store.update(id, (held) => resolve(held, holder, now(), note, { edits, edited }));
    } catch (error) {
      // The person has taken it away in this moment: the file is theirs, as it was.
      const isOurs = () => isAsDrafted({ ...drafted, oldText: drafted.newText });
      replaceFile(drafted.path, drafted.oldText, { temporaryFolder, isCurrent: isOurs });
      throw error;
    }
  }

  /** It waits for the person, as what they have stopped does. */
  async #leave(id: string, speaker: Speaker, holder: Holder): Promise<void> {
    const { store, now } = this.#deps;
    const annotation = await store.get(id);
    if (annotation === null || !isHeldBy(annotation, holder)) return;
    await store.update(id, (held) =>
      isHeldBy(held, holder) ? stop(held, pageActor(held, asAuthor(speaker, held)), now()) : held,
    );
  }
}

function sent(annotation: Annotation, speaker: Speaker, at: Date): Annotation {
  if (annotation.status !== 'draft') return annotation;
  return submit(annotation, pageActor(annotation, asAuthor(speaker, annotation)), at);
}

function isHeldBy(annotation: Annotation, { agentId }: Holder): boolean {
  return annotation.status === 'acknowledged' && annotation.claim.agentId === agentId;
}

function describeApply(annotationId: string, { file, line, tagName, patch }: DraftedApply): Offer {
  return {
    kind: 'apply',
    title: 'Write this change into your file?',
    annotationId,
    text: `The text of <${tagName}> that you tried in the page. Nothing else is written.`,
    files: [{ file, line }],
    diffs: splitPatch(patch, [{ file }]),
    options: [
      { id: 'apply', name: 'Apply', kind: 'choice', hint: 'writes this file' },
      { id: 'leave', name: 'Not now', kind: 'choice', hint: 'changes nothing' },
    ],
  };
}

function countLines(patch: string): { added: number; removed: number } {
  const lines = patch.split('\n').slice(4);
  const countOf = (mark: string) => lines.filter((line) => line.startsWith(mark)).length;
  return { added: countOf('+'), removed: countOf('-') };
}

function requireOpen({ id, status, origin }: Annotation): void {
  if ((status === 'draft' || status === 'pending') && origin !== 'repository') return;
  throw new AnnotateError('edit/not-applicable', `Comment ${id} is not one that can be applied now.`, {
    hint:
      origin === 'repository'
        ? 'It came with the repository. Trust it first.'
        : 'An agent has it, or it is done. Stop the agent or re-open the comment.',
  });
}

function changedError(file: string): AnnotateError {
  return new AnnotateError(
    'edit/does-not-fit',
    `${file} was changed while you were asked; nothing was written.`,
    {
      hint: 'Choose Apply again to see the diff as it is now.',
    },
  );
}

function takenError(): AnnotateError {
  return new AnnotateError(
    'edit/does-not-fit',
    'The comment was changed while you were asked; nothing was written.',
    {
      hint: 'Choose Apply again.',
    },
  );
}
