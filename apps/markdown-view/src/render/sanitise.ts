/**
 * Limits the HTML of a document to words, their structure and pictures: no code, no styles, no controls, no requests to
 * other machines. HTML from Markdown is sanitised in the same way as raw HTML.
 */
import createPurifier, { type Config } from 'dompurify';

const tags = [
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'section', 'article', 'aside', 'header', 'footer'],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'pre', 'hr', 'br', 'wbr', 'details', 'summary'],
  ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ...['a', 'abbr', 'b', 'bdi', 'bdo', 'big', 'center', 'cite', 'code', 'del', 'dfn', 'em', 'i', 'ins', 'kbd'],
  ...[
    'mark',
    'q',
    'rp',
    'rt',
    'ruby',
    's',
    'samp',
    'small',
    'span',
    'strike',
    'strong',
    'sub',
    'sup',
    'time',
  ],
  ...['tt', 'u', 'var', 'figure', 'figcaption', 'img', 'input'],
];

const attributes = [
  ...[
    'href',
    'title',
    'alt',
    'src',
    'width',
    'height',
    'align',
    'colspan',
    'rowspan',
    'scope',
    'start',
    'open',
  ],
  ...['name', 'reversed', 'value', 'type', 'checked', 'datetime', 'dir', 'lang', 'class', 'id', 'aria-label'],
];

/** The classes that the renderer writes. Any other class could make a text look like a part of the view. */
const classes = /^(?:language-[\w+#.-]+|math(?:-\w+)*|task(?:-\w+)*|footnotes?(?:-\w+)*|front-?matter)$/;

const config: Config = {
  ALLOWED_TAGS: tags,
  ALLOWED_ATTR: attributes,
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  // An element with the name `body` or `forms` would replace that property of the document.
  SANITIZE_NAMED_PROPS: true,
  RETURN_DOM_FRAGMENT: true,
};

let purifier: ReturnType<typeof createPurifier> | null = null;

export function sanitise(html: string): DocumentFragment {
  purifier ??= createDocumentPurifier();
  return purifier.sanitize(html, { RETURN_DOM_FRAGMENT: true });
}

/** An own instance, so that its hooks apply to no other code. */
function createDocumentPurifier() {
  const made = createPurifier(window);
  // Configured once: for a short block this would be most of the work.
  made.setConfig(config);
  made.addHook('beforeSanitizeAttributes', keepAlignment);
  // Not a hook for each attribute: with such a hook DOMPurify copies both lists for every block.
  made.addHook('afterSanitizeAttributes', (element) => {
    keepOwnClasses(element);
    // Before the element is in the page, because a picture is requested as soon as it is.
    if (element.tagName === 'IMG') keepSafePicture(element);
  });
  return made;
}

/** Alignment in tables is a style; it becomes an attribute, because styles are not allowed. */
function keepAlignment(element: Element): void {
  if (!(element instanceof HTMLElement) || !/^T[HD]$/.test(element.tagName)) return;
  const { textAlign } = element.style;
  if (textAlign !== '') element.setAttribute('align', textAlign);
}

function keepOwnClasses(element: Element): void {
  const given = element.getAttribute('class');
  if (given === null) return;
  const own = given.split(/\s+/).filter((name) => classes.test(name));
  if (own.length === 0) element.removeAttribute('class');
  else element.setAttribute('class', own.join(' '));
}

/** An element with an address would be requested at once: only `pictures.ts` decides what is loaded, and how. */
function keepSafePicture(picture: Element): void {
  const source = (picture.getAttribute('src') ?? '').trim();
  if (!/^data:image\//i.test(source)) {
    picture.removeAttribute('src');
    if (source !== '') picture.setAttribute('data-address', source);
  }
  picture.setAttribute('decoding', 'async');
}
