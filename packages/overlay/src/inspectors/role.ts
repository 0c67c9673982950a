/** The ARIA role that the page wrote, or the one that the tag implies; `null` where the tag implies none. */
export function roleOf(element: Element): string | null {
  const [written] = (element.getAttribute('role') ?? '').split(/\s+/).filter(isMeaningful);
  if (written !== undefined) return written.slice(0, 200);
  const tag = element.localName;
  if (tag === 'a') return element.hasAttribute('href') ? 'link' : null;
  if (tag === 'input') return inputRoles[element.getAttribute('type')?.toLowerCase() ?? 'text'] ?? null;
  if (/^h[1-6]$/.test(tag)) return 'heading';
  return Object.hasOwn(tagRoles, tag) ? (tagRoles[tag] ?? null) : null;
}

function isMeaningful(role: string): boolean {
  return role !== '' && role !== 'presentation' && role !== 'none' && role !== 'generic';
}

const tagRoles: Readonly<Record<string, string>> = {
  article: 'article',
  aside: 'complementary',
  button: 'button',
  dialog: 'dialog',
  fieldset: 'group',
  form: 'form',
  img: 'img',
  li: 'listitem',
  main: 'main',
  nav: 'navigation',
  ol: 'list',
  option: 'option',
  progress: 'progressbar',
  select: 'combobox',
  table: 'table',
  td: 'cell',
  textarea: 'textbox',
  th: 'columnheader',
  tr: 'row',
  ul: 'list',
};

const inputRoles: Readonly<Record<string, string>> = {
  button: 'button',
  checkbox: 'checkbox',
  email: 'textbox',
  image: 'button',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  search: 'searchbox',
  submit: 'button',
  tel: 'textbox',
  text: 'textbox',
  url: 'textbox',
};
