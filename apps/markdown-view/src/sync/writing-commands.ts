/** Commands for a comment that is being written. */
import type { MarkdownAnchor } from '@annotate-mcp/core';
import type { CommentInput } from '@annotate-mcp/markdown';

import { mentionsOf } from '../state/addressees.ts';
import { itemOf } from '../state/select.ts';
import type { ViewState, Writing } from '../state/state.ts';
import { contentOf, writtenContent } from '../state/written.ts';

import type { SyncDeps } from './sync-deps.ts';

export interface WritingCommands extends PictureCommands {
  /** Opens a new comment on this text; `answer` when it is a question to be answered now, if that can be. */
  readonly comment: (anchor: MarkdownAnchor, answer?: boolean) => void;
  /** Opens a new comment that suggests other words for this text. */
  readonly suggest: (anchor: MarkdownAnchor) => void;
  readonly write: (id: string, text: string) => void;
  /** Changes what the comment suggests; `null` takes the suggestion away. */
  readonly writeReplacement: (id: string, replacement: string | null) => void;
  /** Other pictures, by name. */
  readonly writePictures: (id: string, change: (pictures: readonly string[]) => readonly string[]) => void;
  /** Closes the composer; the comment stays in the batch. */
  readonly closeComposer: () => void;
  /** Restores the text that the draft had before it was opened; deletes a draft that is new. */
  readonly cancelWriting: (id: string) => Promise<void>;
  /** Stores the text of a reply or edit field until it is sent; `null` removes it. */
  readonly setFieldText: (key: string, text: string | null) => void;
}

interface PictureCommands {
  /** Resolves to the name under which the server has it. Rejects when it has not. */
  readonly addPicture: (picture: Blob) => Promise<string>;
  /** A picture that was added, or that a comment has. */
  readonly readPicture: (name: string) => Promise<Blob>;
}

function createPictureCommands({ server }: Pick<SyncDeps, 'server'>): PictureCommands {
  /** The server gives out what a comment has, and a comment has a picture only when it is saved. */
  const known = new Map<string, Promise<Blob>>();
  return {
    async addPicture(picture) {
      const name = await server.addPicture(picture);
      known.set(name, Promise.resolve(picture));
      return name;
    },
    readPicture(name) {
      const reading = known.get(name) ?? server.commentPicture(name);
      known.set(name, reading);
      reading.catch(() => known.delete(name));
      return reading;
    },
  };
}

/** A comment is a draft on the server from its first letter on; closing the composer only changes the screen. */
export function createWritingCommands(deps: SyncDeps): WritingCommands {
  const { state, drafts, copies } = deps;
  const { dispatch } = state;
  const save = (id: string) => {
    const input = commentInputOf(state.get(), id);
    if (input) drafts.write(input);
  };
  return {
    ...createPictureCommands(deps),
    comment(anchor, answer = false) {
      const id = findBlankWriting(state.get(), anchor) ?? deps.newId();
      // An agent that waits for the verdict can be asked nothing before.
      dispatch({ type: 'compose', id, anchor, answer: answer && !state.get().asksVerdict });
    },
    suggest(anchor) {
      const id = findBlankWriting(state.get(), anchor) ?? deps.newId();
      dispatch({ type: 'compose', id, anchor, answer: false, suggest: true });
    },
    write(id, text) {
      dispatch({ type: 'compose:text', id, text });
      save(id);
    },
    writeReplacement(id, replacement) {
      dispatch({ type: 'compose:replacement', id, replacement });
      save(id);
    },
    writePictures(id, change) {
      dispatch({ type: 'compose:pictures', id, change });
      save(id);
    },
    closeComposer() {
      const { composing } = state.get();
      if (composing === null) return;
      if (commentInputOf(state.get(), composing) === null) void cancelWriting(deps, composing);
      else {
        dispatch({ type: 'compose:close' });
        dropWritingIfSaved(deps, composing);
      }
    },
    cancelWriting: (id) => cancelWriting(deps, id),
    setFieldText(key, text) {
      dispatch({ type: 'field:text', key, text });
      copies.saveFieldText(key, text);
    },
  };
}

async function cancelWriting(deps: SyncDeps, id: string): Promise<void> {
  const { state, drafts, server, notifier } = deps;
  // What was sent is sent.
  if (state.get().busy.has(id) || state.get().submitting) return;
  const item = itemOf(state.get(), id);
  const before = item?.writing ? contentBefore(item.writing) : null;
  state.dispatch({ type: 'writing:drop', ids: [id] });
  await drafts.forget([id]);
  if (before !== null && item) drafts.write({ id, anchor: item.anchor, ...before });
  if (before !== null || !state.get().comments.has(id)) return;
  try {
    await server.changeComment({ id, change: { type: 'delete' } });
    state.dispatch({ type: 'comments', changed: [], removed: [id] });
  } catch (error) {
    notifier.problem('The comment is still in your batch.', error);
  }
}

/** What the draft was before it was opened; `null` for a new one. */
function contentBefore({
  anchor,
  before,
  replacementBefore,
  picturesBefore,
}: Writing): ReturnType<typeof writtenContent> {
  if (before === null) return null;
  return writtenContent({
    anchor,
    text: before,
    ...(replacementBefore !== undefined && { replacement: replacementBefore }),
    ...(picturesBefore !== undefined && { pictures: picturesBefore }),
  });
}

/** A comment without text on the same passage is used again, so that opening the composer twice makes one comment. */
function findBlankWriting(state: ViewState, wanted: MarkdownAnchor): string | null {
  for (const [id, writing] of state.writing) {
    const { anchor } = writing;
    const isSamePassage = anchor.char_start === wanted.char_start && anchor.char_end === wanted.char_end;
    if (isSamePassage && writtenContent(writing) === null) return id;
  }
  return null;
}

/** The comment as it is sent to the server; `null` while there is nothing in it. */
export function commentInputOf(state: ViewState, id: string): CommentInput | null {
  const item = itemOf(state, id);
  if (item === null) return null;
  const { anchor, writing, comment } = item;
  const content = writing ? writtenContent(writing) : comment && contentOf(comment);
  return content && { id, anchor, ...content, ...mentionsOf(state, content.text) };
}

/** Shows the copy of the server again once it has the text and the composer is closed. */
export function dropWritingIfSaved({ state, drafts }: Pick<SyncDeps, 'state' | 'drafts'>, id: string): void {
  const { composing, comments } = state.get();
  if (composing !== id && comments.has(id) && !drafts.has(id))
    state.dispatch({ type: 'writing:drop', ids: [id] });
}
