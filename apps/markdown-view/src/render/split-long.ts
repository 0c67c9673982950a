/**
 * Splits code and tables of thousands of lines into parts that the browser can skip while they are off screen. The
 * layout of the whole would block the page for seconds. The words and their order stay the same.
 */

const lines = 200;
const rows = 100;

export function splitLong(fragment: DocumentFragment): void {
  for (const code of fragment.querySelectorAll('pre > code')) splitCode(code);
  for (const table of fragment.querySelectorAll('table')) splitTable(table);
}

function splitCode(code: Element): void {
  // Coloured code is never this long, and its spans can contain several lines.
  if (code.childElementCount > 0) return;
  const all = code.textContent.split(/(?<=\n)/);
  if (all.length <= 2 * lines) return;
  code.replaceChildren(
    ...inParts(all, lines).map((part) => {
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
  if (body === undefined || table.tBodies.length !== 1 || body.rows.length <= 2 * rows) return;
  if (table.querySelector('[rowspan],[colspan]') !== null) return;
  const width = `${(body.rows[0]?.cells.length ?? 1) * 7}em`;
  const parts = inParts([...body.rows], rows).map((part, at) => {
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
