/**
 * What a document may bring into the view: words, their structure, pictures. No code, no styles, no controls, nothing
 * that asks another machine. Markdown's own HTML goes through here just as raw HTML does.
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
  ...['reversed', 'value', 'type', 'checked', 'datetime', 'dir', 'lang', 'class', 'id', 'aria-label'],
];

/** Classes that our own renderer writes. Any other could dress a text up as a part of the view. */
const classes = /^(?:language-[\w+#.-]+|math(?:-\w+)*|task(?:-\w+)*|footnotes?(?:-\w+)*|front-?matter)$/;

const config: Config = {
  ALLOWED_TAGS: tags,
  ALLOWED_ATTR: attributes,
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  // An element named `body` or `forms` would stand in for the document's own.
  SANITIZE_NAMED_PROPS: true,
  RETURN_DOM_FRAGMENT: true,
};

let purifier: ReturnType<typeof createPurifier> | null = null;

export function sanitise(html: string): DocumentFragment {
  purifier ??= createDocumentPurifier();
  return purifier.sanitize(html, { RETURN_DOM_FRAGMENT: true });
}

/** An instance of our own, so that our hooks are nobody else's. */
function createDocumentPurifier() {
  const made = createPurifier(window);
  // Once: for a block of a few words it would be most of the work.
  made.setConfig(config);
  made.addHook('beforeSanitizeAttributes', keepAlignment);
  // Not while attributes are judged one by one: for a hook there, both lists are copied for every block.
  made.addHook('afterSanitizeAttributes', (element) => {
    keepOwnClasses(element);
    // Here and not later: a picture is asked for as soon as it belongs to the page.
    if (element.tagName === 'IMG') keepSafePicture(element);
  });
  return made;
}

/** Tables say by a style what the attribute says as well; styles themselves are not let in. */
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

/** No host and no page of ours lets the view ask another machine; trying would show a broken picture and an error. */
function keepSafePicture(picture: Element): void {
  const source = picture.getAttribute('src') ?? '';
  if (!/^data:image\//i.test(source.trim())) picture.removeAttribute('src');
  picture.setAttribute('decoding', 'async');
}
