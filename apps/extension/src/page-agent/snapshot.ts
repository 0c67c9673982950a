/** The page in a few characters: one line per thing that says or does something. */
import { renderedChildren, shadowRootOf } from './composed.ts';
import { type Fault, locate, type LocalTarget } from './locate.ts';
import { refOf } from './refs.ts';
import { isInteractive, isNamedByContent, nameOf, oneLine, roleOf, statesOf, valueOf } from './semantics.ts';

export interface SnapshotOptions {
  /** Only what is inside of it; of an annotation also what is around it. */
  readonly target?: LocalTarget;
  /** Only things whose line has this text, in any case, with what they stand in. */
  readonly find?: string;
}

export interface PageSnapshot {
  readonly lines: readonly SnapshotLine[];
  /** Elements that may have a closed root, to be asked of the debugger by `suspect(index)`. */
  readonly suspects: number;
}

export interface SnapshotLine {
  readonly depth: number;
  readonly text: string;
  /** Index of the frame whose content belongs below, for `frameElement(index)`. */
  readonly frame?: number;
}

interface Shown {
  readonly text: string;
  readonly children: Shown[];
  readonly frame?: number;
}

const frames: Element[] = [];
const suspects: Element[] = [];
/** Those that the debugger was asked about. */
const asked = new WeakSet<Element>();

export const frameElement = (index: number): Element | undefined => frames[index];
export function suspect(index: number): Element | undefined {
  const element = suspects[index];
  if (element !== undefined) asked.add(element);
  return element;
}

/** `null` when the target is in a frame. */
export function takeSnapshot({ target, find }: SnapshotOptions): PageSnapshot | { fault: Fault } | null {
  styles = new Map();
  frames.length = 0;
  suspects.length = 0;
  const located = target === undefined ? { element: document.documentElement } : locate(target);
  if ('fault' in located) return located;
  if (!('element' in located)) return null;
  const root = target?.by === 'annotation' ? surroundingsOf(located.element) : located.element;
  const shown = show(root);
  const kept = find === undefined ? shown : matching(shown, find.toLowerCase());
  return { lines: linesOf(kept, 0), suspects: suspects.length };
}

/** As far as one has to look to understand it. */
function surroundingsOf(element: Element): Element {
  const around =
    'main, nav, header, footer, aside, section, article, form, dialog, [role=dialog], [role=main], [role=region]';
  return element.parentElement?.closest(around) ?? element.parentElement ?? element;
}

const unseen = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'head',
  'meta',
  'link',
  'br',
  'wbr',
  'track',
  'source',
]);

function show(element: Element): Shown[] {
  if (unseen.has(element.localName) || element.getAttribute('aria-hidden') === 'true') return [];
  if (!element.checkVisibility()) return [];
  if (element.localName === 'iframe' || element.localName === 'frame') return [showFrame(element)];
  if (mayHideRoot(element)) suspects.push(element);
  const field = hiddenField(element);
  if (field !== null && isSeen(element)) return [showLabel(element, field)];
  const role = roleOf(element);
  const interactive = isInteractive(element, role);
  if (role === null && !interactive) return childrenOf(element);
  if (!isSeen(element)) return childrenOf(element);
  return [showElement(element, role, interactive)];
}

const plainHosts = new Set([
  'article',
  'aside',
  'div',
  'footer',
  'header',
  'main',
  'nav',
  'p',
  'section',
  'span',
]);

/** A plain element whose closed root is all it shows is empty to a script, but not on the screen. */
function mayHideRoot(element: Element): boolean {
  if (asked.has(element) || shadowRootOf(element) !== null) return false;
  if (element.localName.includes('-')) return true;
  return (
    plainHosts.has(element.localName) && element.firstChild === null && element.getClientRects().length > 0
  );
}

function showFrame(element: Element): Shown {
  const index = frames.push(element) - 1;
  const name = oneLine(element.getAttribute('title') ?? element.getAttribute('name') ?? '', 80);
  return { text: name === '' ? 'frame' : `frame ${JSON.stringify(name)}`, children: [], frame: index };
}

/** Where a field is hidden behind a nice label, the label is what a person clicks on. */
function hiddenField(element: Element): Element | null {
  if (!(element instanceof HTMLLabelElement)) return null;
  const { control } = element;
  return control === null || control.checkVisibility({ visibilityProperty: true }) ? null : control;
}

function showLabel(label: Element, field: Element): Shown {
  const role = roleOf(field);
  const name = oneLine(label.textContent, 200);
  const ref = refOf(label, null, '');
  return { text: [role, JSON.stringify(name), `[${ref}]`, ...statesOf(field, role)].join(' '), children: [] };
}

function showElement(element: Element, role: string | null, interactive: boolean): Shown {
  const name = nameOf(element, role);
  const parts = [role ?? 'clickable'];
  if (name !== '') parts.push(JSON.stringify(name));
  if (interactive) parts.push(`[${refOf(element, role, name)}]`);
  const value = valueOf(element);
  if (value !== null && value !== '' && value !== name) parts.push(`=${JSON.stringify(value)}`);
  parts.push(...statesOf(element, role));
  const link = element.localName === 'a' ? targetOf(element) : null;
  if (link !== null) parts.push(`→ ${link}`);
  const inner = isField(element) ? [] : childrenOf(element);
  // What is named by its content has said it; only what can be used inside of it is still news.
  const children = isNamedByContent(role) && name !== '' ? inner.flatMap(usable) : inner;
  return folded(parts.join(' '), children);
}

function isField(element: Element): boolean {
  return (
    element.localName === 'textarea' || (element.localName === 'select' && !element.hasAttribute('multiple'))
  );
}

function usable(shown: Shown): Shown[] {
  return /\[e\d+\]/.test(shown.text) ? [shown] : shown.children.flatMap(usable);
}

/** A lone text goes on the line of what it stands in. */
function folded(text: string, children: Shown[]): Shown {
  const [only, ...more] = children;
  if (only === undefined || more.length > 0 || only.children.length > 0 || !only.text.startsWith(textSign))
    return { text, children };
  return { text: `${text}: ${only.text.slice(textSign.length)}`, children: [] };
}

const textSign = '- ';

function childrenOf(element: Element): Shown[] {
  const shown: Shown[] = [];
  let text = '';
  const flush = (): void => {
    const line = oneLine(text, 600);
    if (line !== '') shown.push({ text: textSign + line, children: [] });
    text = '';
  };
  for (const child of renderedChildren(element)) {
    if (child instanceof Text) {
      // The words of a label are the name of its field.
      if (!isBlank(child) && isSeen(element) && !namesField(element)) text += child.data;
      else text += ' ';
    } else if (child instanceof Element) {
      const inner = show(child);
      const [only] = inner;
      // A word in bold does not end the sentence it stands in.
      if (inner.length === 1 && only !== undefined && only.text.startsWith(textSign) && isInline(child)) {
        text += ` ${only.text.slice(textSign.length)} `;
      } else if (inner.length > 0 || !isInline(child)) {
        flush();
        shown.push(...inner);
      }
    }
  }
  flush();
  return shown;
}

function isBlank({ data }: Text): boolean {
  return data.trim() === '';
}

function namesField(element: Element): boolean {
  return element.closest('label')?.control?.checkVisibility() === true;
}

function isSeen(element: Element): boolean {
  return styleOf(element).visibility === 'visible';
}

function isInline(element: Element): boolean {
  return styleOf(element).display.startsWith('inline');
}

/** Asked several times of each element, and slow to make. */
let styles = new Map<Element, CSSStyleDeclaration>();

function styleOf(element: Element): CSSStyleDeclaration {
  const known = styles.get(element);
  if (known !== undefined) return known;
  const style = getComputedStyle(element);
  styles.set(element, style);
  return style;
}

function targetOf(element: Element): string | null {
  const href = element.getAttribute('href');
  if (href === null || href === '' || href.startsWith('javascript:')) return null;
  if (/^[/#?](?!\/)/.test(href)) return oneLine(href, 100);
  const url = URL.parse(href, document.baseURI);
  if (url === null) return null;
  const short = url.origin === location.origin ? url.pathname + url.search + url.hash : url.href;
  return oneLine(short, 100);
}

function matching(shown: readonly Shown[], wanted: string): Shown[] {
  return shown.flatMap((each) => {
    // What a frame holds is asked of the frame.
    if (each.frame !== undefined || each.text.toLowerCase().includes(wanted)) return [each];
    const children = matching(each.children, wanted);
    return children.length === 0 ? [] : [{ ...each, children }];
  });
}

function linesOf(shown: readonly Shown[], depth: number): SnapshotLine[] {
  return shown.flatMap(({ text, children, frame }) => [
    { depth, text, ...(frame !== undefined && { frame }) },
    ...linesOf(children, depth + 1),
  ]);
}
