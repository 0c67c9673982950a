/** The role of an element: the one that it names, or the one that HTML gives to its tag. */

import { isTag } from './tags.ts';

/** `null` for what says nothing in a snapshot: boxes, words within a sentence, the document itself. */
export function roleOf(element: Element): string | null {
  const named = namedRole(element);
  const role = named === undefined || isIgnored(element, named) ? tagRole(element) : named;
  if (role === null || silentRoles.has(role)) return null;
  // A region without a name is a box like any other.
  return role === 'region' && !isLabelled(element) ? null : role;
}

const silentRoles = new Set(['none', 'presentation', 'generic', 'document', 'paragraph']);

/** The first role in the attribute that exists; authors list others for browsers that do not know it. */
function namedRole(element: Element): string | undefined {
  const attribute = element.getAttribute('role');
  if (attribute === null) return undefined;
  return attribute
    .toLowerCase()
    .split(/\s+/)
    .find((role) => knownRoles.has(role));
}

/** What can be focused is there for a person, even if its author calls it a decoration. */
function isIgnored(element: Element, role: string): boolean {
  return (
    (role === 'none' || role === 'presentation') &&
    element.matches('a[href], button, input, select, textarea, [tabindex]')
  );
}

function isLabelled(element: Element): boolean {
  return ['aria-label', 'aria-labelledby', 'title'].some(
    (name) => (element.getAttribute(name) ?? '').trim() !== '',
  );
}

function tagRole(element: Element): string | null {
  const { localName } = element;
  const byContext = contextRoles.get(localName);
  if (byContext !== undefined) return byContext(element);
  const fixed = tagRoles.get(localName);
  if (fixed !== undefined) return fixed;
  return isEdited(element) && !isEdited(element.parentElement) ? 'textbox' : null;
}

function isEdited(element: Element | null): boolean {
  return element !== null && 'isContentEditable' in element && element.isContentEditable === true;
}

// Maps, because a page can call an element `constructor`, which each object has.
const tagRoles: ReadonlyMap<string, string> = toMap({
  article: 'article',
  aside: 'complementary',
  audio: 'audio',
  button: 'button',
  canvas: 'canvas',
  datalist: 'listbox',
  dd: 'definition',
  details: 'group',
  dialog: 'dialog',
  dt: 'term',
  fieldset: 'group',
  figure: 'figure',
  form: 'form',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  hr: 'separator',
  legend: 'legend',
  li: 'listitem',
  main: 'main',
  math: 'math',
  menu: 'list',
  meter: 'meter',
  nav: 'navigation',
  ol: 'list',
  optgroup: 'group',
  option: 'option',
  output: 'status',
  progress: 'progressbar',
  search: 'search',
  section: 'region',
  summary: 'button',
  table: 'table',
  tbody: 'rowgroup',
  textarea: 'textbox',
  tfoot: 'rowgroup',
  thead: 'rowgroup',
  tr: 'row',
  ul: 'list',
  video: 'video',
});

const inputRoles: Readonly<Record<string, string | null>> = {
  button: 'button',
  checkbox: 'checkbox',
  file: 'file',
  hidden: null,
  image: 'button',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  search: 'searchbox',
  submit: 'button',
};

function isInSection(element: Element): boolean {
  const around = element.parentElement?.closest('article, aside, main, nav, section') ?? null;
  return around !== null;
}

/** Tags whose role depends on their attributes or on what they are in. */
const contextRoles: ReadonlyMap<string, (element: Element) => string | null> = toMap({
  a: (element) => (element.hasAttribute('href') ? 'link' : null),
  area: (element) => (element.hasAttribute('href') ? 'link' : null),
  footer: (element) => (isInSection(element) ? null : 'contentinfo'),
  header: (element) => (isInSection(element) ? null : 'banner'),
  img: (element) => (element.getAttribute('alt') === '' && !isLabelled(element) ? null : 'img'),
  input: (element) => {
    if (!isTag(element, 'input')) return null;
    const role = inputRoles[element.type];
    if (role === undefined || role === 'searchbox')
      return element.list === null ? (role ?? 'textbox') : 'combobox';
    return role;
  },
  select: (element) =>
    isTag(element, 'select') && (element.multiple || element.size > 1) ? 'listbox' : 'combobox',
  svg: (element) => (isLabelled(element) || element.querySelector(':scope > title') !== null ? 'img' : null),
  td: (element) =>
    element.closest('table')?.getAttribute('role')?.includes('grid') === true ? 'gridcell' : 'cell',
  th: (element) => (isRowHeader(element) ? 'rowheader' : 'columnheader'),
});

function toMap<T>(byTag: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(Object.entries(byTag));
}

function isRowHeader(element: Element): boolean {
  const scope = element.getAttribute('scope');
  if (scope !== null) return scope.startsWith('row');
  const cell = element.parentElement?.querySelector(':scope > td') ?? null;
  return cell !== null;
}

const knownRoles = new Set(
  `alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox
  complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid gridcell
  group heading img image insertion link list listbox listitem log main mark marquee math menu menubar menuitem
  menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio radiogroup
  region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong subscript suggestion
  superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem`.split(
    /\s+/,
  ),
);
