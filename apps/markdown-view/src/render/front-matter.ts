/**
 * Shows front matter as a folded table with a row for each field at its top level. All of its words stay in their
 * order, because anchors count them. YAML of another form is shown as it is written.
 */

const field = /^([\w$][\w .$/-]*):(?=\s|$)/;

export function drawFrontMatter(fragment: DocumentFragment): void {
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
    const name = field.exec(line)?.[1];
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
