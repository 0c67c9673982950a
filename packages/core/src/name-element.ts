import type { ComponentTarget, PickedElement } from './annotation.ts';

/** `heading "Documentation" in App`, or the component that was picked as a whole. */
export function nameTarget({ componentName, element }: ComponentTarget): string {
  return element === undefined ? componentName : `${nameElement(element)} in ${componentName}`;
}

/** What a person would call the element: `heading "Documentation"`, `link "Home"`, `block`. */
export function nameElement(element: Pick<PickedElement, 'tag' | 'role' | 'name' | 'text'>): string {
  const { tag, role = tag, name, text } = element;
  return quoteAfter(words[role] ?? role, name ?? text);
}

/** The same as it is written in the source: `h2 "Documentation"`. */
export function nameTag({ tag, name, text }: Pick<PickedElement, 'tag' | 'name' | 'text'>): string {
  return quoteAfter(tag, name ?? text);
}

/** Roles and tags that have another name in everyday language. */
const words: Readonly<Record<string, string>> = {
  img: 'image',
  listitem: 'list item',
  textbox: 'text field',
  combobox: 'selection',
  cell: 'table cell',
  columnheader: 'column heading',
  row: 'table row',
  p: 'paragraph',
  div: 'block',
  span: 'text',
  svg: 'icon',
  pre: 'code',
};

const maxSaid = 40;

function quoteAfter(kind: string, said = ''): string {
  const short =
    said.length <= maxSaid ? said : `${said.slice(0, maxSaid - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
  return short === '' ? kind : `${kind} "${short}"`;
}
