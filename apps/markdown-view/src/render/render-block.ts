/** Turns the HTML of one block into safe elements: after sanitise.ts each step completes what the block shows. */
import hljs from 'highlight.js/lib/common';

import { sanitise } from './sanitise.ts';
import { tidy } from './tidy.ts';

export function renderBlock(html: string): DocumentFragment {
  const fragment = sanitise(html);
  drawAlerts(fragment);
  drawFrontMatter(fragment);
  tidy(fragment);
  highlightCode(fragment);
  splitLong(fragment);
  return fragment;
}

/**
 * GitHub draws quotes that begin with `[!NOTE]` and the like as alerts. The mark stays in the text, hidden, because
 * anchors count the words of the document; the word that is shown instead is added beside them.
 */
const alertNames = ['NOTE', 'TIP', 'IMPORTANT', 'WARNING', 'CAUTION'] as const;
const alertMark = new RegExp(String.raw`^\s*\[!(${alertNames.join('|')})\][ \t]*(?=\n|$)`, 'i');

/** On the grid of 16 px, as the icons of the view. */
const alertIcons: Readonly<Record<(typeof alertNames)[number], string>> = {
  NOTE: 'M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2M8 7.4v3.4M8 5v.4',
  TIP: 'M5.8 10.6a4.2 4.2 0 1 1 4.4 0v1.2H5.8zM6.4 13.8h3.2',
  IMPORTANT: 'M2.6 3h10.8v8H9l-2.6 2.4V11H2.6zM8 5v2.6M8 9.2v.2',
  WARNING: 'M8 2.4 14 13H2zM8 6.4v3M8 11v.2',
  CAUTION: 'M5.6 2.4h4.8l3.2 3.2v4.8l-3.2 3.2H5.6l-3.2-3.2V5.6zM8 5v3.6M8 10.6v.2',
};

/** As on GitHub, only a quote that is not inside another element is an alert. */
function drawAlerts(fragment: DocumentFragment): void {
  for (const quote of fragment.children) if (quote.matches('blockquote')) drawAlert(quote);
}

function drawAlert(quote: Element): void {
  const first = quote.firstElementChild;
  const text = first?.tagName === 'P' ? first.firstChild : null;
  if (!(text instanceof Text)) return;
  const [found = '', name = ''] = alertMark.exec(text.data) ?? [];
  const kind = alertNames.find((each) => each === name.toUpperCase());
  if (kind === undefined) return;
  const rest = text.splitText(found.length);
  const hidden = document.createElement('span');
  hidden.className = 'alert-mark';
  text.replaceWith(hidden);
  hidden.append(text);
  // The line break after the mark would begin the text.
  if (rest.data.trim() === '' && rest.nextSibling === null) first?.classList.add('alert-mark');
  quote.classList.add('alert', `alert-${kind.toLowerCase()}`);
  quote.prepend(alertTitle(kind));
}

function alertTitle(kind: (typeof alertNames)[number]): HTMLElement {
  const element = document.createElement('div');
  element.className = 'alert-title';
  element.dataset.added = '';
  const icon = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  icon.setAttribute('viewBox', '0 0 16 16');
  icon.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', alertIcons[kind]);
  icon.append(path);
  element.append(icon, kind.charAt(0) + kind.slice(1).toLowerCase());
  return element;
}

const yamlField = /^([\w$][\w .$/-]*):(?=\s|$)/;

/**
 * Shows front matter as a folded table with a row for each field at its top level. All of its words stay in their
 * order, because anchors count them. YAML of another form is shown as it is written.
 */
function drawFrontMatter(fragment: DocumentFragment): void {
  const source = fragment.firstElementChild;
  if (source?.matches('pre.front-matter') !== true) return;
  const rows = rowsOf(source.textContent);
  if (rows !== null) source.replaceWith(folded(rows));
}

interface Row {
  readonly name: string;
  /** After the colon, with all lines up to the next field. */
  value: string;
}

/** `null` when the text does not begin with a field. */
function rowsOf(yaml: string): Row[] | null {
  const rows: Row[] = [];
  for (const line of yaml.split(/(?<=\n)/)) {
    const name = yamlField.exec(line)?.[1];
    const last = rows.at(-1);
    if (name !== undefined) rows.push({ name, value: line.slice(name.length + 1) });
    else if (last !== undefined) last.value += line;
    else if (line.trim() !== '') return null;
  }
  return rows.length === 0 ? null : rows;
}

function folded(rows: readonly Row[]): HTMLElement {
  const details = document.createElement('details');
  details.className = 'front-matter';
  const summary = document.createElement('summary');
  // The style sheet draws the words, because they are no part of the text.
  summary.dataset.words = `Front matter · ${rows.length === 1 ? '1 field' : `${rows.length} fields`}`;
  summary.setAttribute('aria-label', summary.dataset.words);
  const table = document.createElement('table');
  const body = table.createTBody();
  for (const row of rows) body.append(shownRow(row));
  details.append(summary, table);
  return details;
}

function shownRow({ name, value }: Row): HTMLElement {
  const row = document.createElement('tr');
  const head = document.createElement('th');
  head.scope = 'row';
  const colon = document.createElement('span');
  colon.className = 'colon';
  const [space = ''] = /^[ \t]*\n?/.exec(value) ?? [];
  colon.textContent = `:${space}`;
  head.append(name, colon);
  const cell = document.createElement('td');
  cell.textContent = value.slice(space.length);
  row.append(head, cell);
  return row;
}

/** Longer code is not coloured, because that takes long and such code is mostly data. */
const longestColoured = 60_000;

/** Colours code whose fence names its language. The language is never guessed. */
function highlightCode(fragment: DocumentFragment): void {
  for (const code of fragment.querySelectorAll('pre > code[class^="language-"]')) {
    const language = code.className.slice('language-'.length);
    const text = code.textContent;
    if (text.length > longestColoured || hljs.getLanguage(language) === undefined) continue;
    const { value } = hljs.highlight(text, { language, ignoreIllegals: true });
    const template = document.createElement('template');
    template.innerHTML = value;
    // Used only when the words are unchanged, because anchors are offsets in these words.
    if (template.content.textContent === text) code.replaceChildren(template.content);
  }
}

const linesPerPart = 200;
const rowsPerPart = 100;

/**
 * Splits code and tables of thousands of lines into parts that the browser can skip while they are off screen. The
 * layout of the whole would block the page for seconds. The words and their order stay the same.
 */
function splitLong(fragment: DocumentFragment): void {
  for (const code of fragment.querySelectorAll('pre > code')) splitCode(code);
  for (const table of fragment.querySelectorAll('table')) splitTable(table);
}

function splitCode(code: Element): void {
  // Coloured code is never this long, and its spans can contain several lines.
  if (code.childElementCount > 0) return;
  const all = code.textContent.split(/(?<=\n)/);
  if (all.length <= 2 * linesPerPart) return;
  code.replaceChildren(
    ...inParts(all, linesPerPart).map((part) => {
      const element = document.createElement('span');
      element.className = 'part';
      element.style.setProperty('--height', `${part.length * 1.6}em`);
      element.textContent = part.join('');
      return element;
    }),
  );
}

/** Several tables with equal column widths. A table with a cell over several rows is not split. */
function splitTable(table: HTMLTableElement): void {
  const [body] = table.tBodies;
  if (body === undefined || table.tBodies.length !== 1 || body.rows.length <= 2 * rowsPerPart) return;
  if (table.querySelector('[rowspan],[colspan]') !== null) return;
  const width = `${(body.rows[0]?.cells.length ?? 1) * 7}em`;
  const parts = inParts([...body.rows], rowsPerPart).map((part, at) => {
    const around = document.createElement('div');
    around.className = 'part';
    around.style.setProperty('--height', `${part.length * 2.5}em`);
    around.style.setProperty('--width', width);
    const own = at === 0 ? body : document.createElement('tbody');
    own.replaceChildren(...part);
    const piece = document.createElement('table');
    piece.append(...(at === 0 ? [...table.children] : [own]));
    around.append(piece);
    return around;
  });
  table.replaceWith(...parts);
}

function inParts<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  );
}
