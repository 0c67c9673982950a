/**
 * Draws GitHub's alerts: quotes that begin with `[!NOTE]` and the like. The mark stays in the text, hidden, because
 * anchors count the words of the document; the word that is shown instead is added beside them.
 */

const names = ['NOTE', 'TIP', 'IMPORTANT', 'WARNING', 'CAUTION'] as const;
const mark = new RegExp(String.raw`^\s*\[!(${names.join('|')})\][ \t]*(?=\n|$)`, 'i');

/** On the grid of 16 px, as the icons of the view. */
const icons: Readonly<Record<(typeof names)[number], string>> = {
  NOTE: 'M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2M8 7.4v3.4M8 5v.4',
  TIP: 'M5.8 10.6a4.2 4.2 0 1 1 4.4 0v1.2H5.8zM6.4 13.8h3.2',
  IMPORTANT: 'M2.6 3h10.8v8H9l-2.6 2.4V11H2.6zM8 5v2.6M8 9.2v.2',
  WARNING: 'M8 2.4 14 13H2zM8 6.4v3M8 11v.2',
  CAUTION: 'M5.6 2.4h4.8l3.2 3.2v4.8l-3.2 3.2H5.6l-3.2-3.2V5.6zM8 5v3.6M8 10.6v.2',
};

/** As on GitHub, only a quote that is not inside of another element is an alert. */
export function drawAlerts(fragment: DocumentFragment): void {
  for (const quote of fragment.children) if (quote.matches('blockquote')) drawAlert(quote);
}

function drawAlert(quote: Element): void {
  const first = quote.firstElementChild;
  const text = first?.tagName === 'P' ? first.firstChild : null;
  if (!(text instanceof Text)) return;
  const [found = '', name = ''] = mark.exec(text.data) ?? [];
  const kind = names.find((each) => each === name.toUpperCase());
  if (kind === undefined) return;
  const rest = text.splitText(found.length);
  const hidden = document.createElement('span');
  hidden.className = 'alert-mark';
  text.replaceWith(hidden);
  hidden.append(text);
  // The line break after the mark would begin the text.
  if (rest.data.trim() === '' && rest.nextSibling === null) first?.classList.add('alert-mark');
  quote.classList.add('alert', `alert-${kind.toLowerCase()}`);
  quote.prepend(title(kind));
}

function title(kind: (typeof names)[number]): HTMLElement {
  const element = document.createElement('div');
  element.className = 'alert-title';
  element.dataset.added = '';
  const icon = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  icon.setAttribute('viewBox', '0 0 16 16');
  icon.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', icons[kind]);
  icon.append(path);
  element.append(icon, kind.charAt(0) + kind.slice(1).toLowerCase());
  return element;
}
