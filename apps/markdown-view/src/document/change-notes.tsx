/** What is added beside the text of changed blocks. It does not count as text of the document, as `data-added` says. */
import { render } from 'preact';

import { WordDiff } from '../ui/word-diff.tsx';

/** Longer removed passages are cut: the person needs to recognise them, not to read them all. */
const longestRemoved = 2_000;

const labels = { added: 'Added', moved: 'Moved here' } as const;

export function addLabel(block: Element, kind: keyof typeof labels): void {
  const note = createNote('change-label');
  note.textContent = labels[kind];
  block.prepend(note);
}

/** Between the blocks; `after`: below the block instead of above it. */
export function addRemovedText(block: Element, words: string, after: boolean): HTMLElement {
  const note = createNote('change-gone');
  const label = document.createElement('span');
  label.className = 'change-label';
  label.textContent = 'Removed';
  const removed = document.createElement('del');
  const shown = words.trim();
  removed.textContent = shown.length > longestRemoved ? `${shown.slice(0, longestRemoved)}…` : shown;
  note.append(label, removed);
  if (after) block.after(note);
  else block.before(note);
  return note;
}

/** For blocks whose words are the same, for example after the target of a link was changed. */
export function addSourceDiff(block: Element, before: string, after: string): void {
  const note = createNote('change-source');
  render(
    <>
      <span class="change-label">Changed in the source</span>
      <WordDiff before={before} after={after} />
    </>,
    note,
  );
  block.append(note);
}

export function removeNotes(block: Element): void {
  for (const note of block.querySelectorAll('.change-note')) {
    if (note.matches('.change-source')) render(null, note);
    note.remove();
  }
}

function createNote(name: string): HTMLElement {
  const note = document.createElement('div');
  note.className = `change-note ${name}`;
  note.dataset.added = '';
  return note;
}
