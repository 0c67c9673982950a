import type { BlockList } from './block-list.ts';

/** The offset of the character between the brackets of a task; `null` when there is none. */
export function taskOffset(checkbox: Element, list: BlockList): number | null {
  const entry = list.entryOf(checkbox);
  const item = checkbox.closest('li.task');
  if (entry === null || item === null) return null;
  const map = list.mapOf(entry);
  // The mark is the last one before the first word of the task, and after the words before it.
  const count = map.text.countAt(item, 0, 'start');
  const words = map.text.words.length;
  const end = count < words ? map.sourceOf(count, count + 1).start : entry.block.end;
  const start = count > 0 ? map.sourceOf(count - 1, count).end : entry.block.start;
  const marks = [
    ...list
      .text()
      .slice(start, end)
      .matchAll(/\[[ \txX]\]/g),
  ];
  const mark = marks.at(-1);
  return mark === undefined ? null : start + mark.index + 1;
}
