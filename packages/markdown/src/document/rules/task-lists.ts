import type { MarkdownIt, StateCore, Token } from 'markdown-it';

const mark = /^\[([ \txX])\](?=\s+\S)/;

/** `- [ ] to do`: a disabled checkbox. markdown-it-task-lists runs after links are parsed, which is too late (see below). */
export function taskLists(parser: MarkdownIt): void {
  // Removed before the text is parsed: a link definition named `x` would otherwise make a link of the mark.
  parser.core.ruler.before('inline', 'task_marks', takeMarks);
  parser.core.ruler.after('inline', 'task_lists', showCheckboxes);
}

function takeMarks({ tokens }: StateCore): void {
  for (const { item, text } of itemTexts(tokens)) {
    const [taken, state] = mark.exec(text.content) ?? [];
    if (taken === undefined) continue;
    text.content = text.content.slice(taken.length);
    text.meta = { isChecked: /x/i.test(state ?? '') };
    item.attrJoin('class', 'task');
  }
}

function showCheckboxes({ tokens, Token }: StateCore): void {
  for (const { text } of itemTexts(tokens)) {
    if (text.meta === null || !('isChecked' in text.meta)) continue;
    const checkbox = new Token('task_checkbox', 'input', 0);
    checkbox.attrs = [
      ['type', 'checkbox'],
      ['disabled', ''],
    ];
    if (text.meta.isChecked === true) checkbox.attrPush(['checked', '']);
    text.children?.unshift(checkbox);
  }
}

/** The first paragraph of each list item, tight or not. */
function itemTexts(tokens: readonly Token[]): { item: Token; text: Token }[] {
  return tokens.flatMap((text, index) => {
    const item = tokens[index - 2];
    const isFirst = item?.type === 'list_item_open' && tokens[index - 1]?.type === 'paragraph_open';
    return isFirst && text.type === 'inline' ? [{ item, text }] : [];
  });
}
