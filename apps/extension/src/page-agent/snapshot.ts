/** A compact description of the page: one line per element that has text or can be used. */
import { renderedChildren, shadowRootOf } from './composed.ts';
import { type Fault, locate, type LocalTarget } from './locate.ts';
import { refOf } from './refs.ts';
import { isInteractive, isNamedByContent, nameOf, oneLine, roleOf, statesOf, valueOf } from './semantics.ts';

export interface SnapshotOptions {
  /** Only this element; for an annotation also what is around it. */
  readonly target?: LocalTarget;
  /** Only elements whose line has this text, in any case, with the elements that contain them. */
  readonly find?: string;
}

export interface PageSnapshot {
  readonly lines: readonly SnapshotLine[];
  /** Number of elements that may have a closed shadow root; the driver checks each with `suspect(index)`. */
  readonly suspects: number;
}

interface SnapshotLine {
  readonly depth: number;
  readonly text: string;
  /** Index of the frame whose content belongs below, for `frameElement(index)`. */
  readonly frame?: number;
}

interface SnapshotNode {
  readonly text: string;
  readonly children: SnapshotNode[];
  readonly frame?: number;
}

const frames: Element[] = [];
const suspects: Element[] = [];
/** Elements that the driver has checked. */
const checked = new WeakSet<Element>();

export const frameElement = (index: number): Element | undefined => frames[index];
export function suspect(index: number): Element | undefined {
  const element = suspects[index];
  if (element !== undefined) checked.add(element);
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
  const root = target?.by === 'annotation' ? nearestContainer(located.element) : located.element;
  const shown = show(root);
  const kept = find === undefined ? shown : matching(shown, find.toLowerCase());
  return { lines: linesOf(kept, 0), suspects: suspects.length };
}

/** The nearest landmark, form or dialog around an element. */
function nearestContainer(element: Element): Element {
  const around =
    'main, nav, header, footer, aside, section, article, form, dialog, [role=dialog], [role=main], [role=region]';
  return element.parentElement?.closest(around) ?? element.parentElement ?? element;
}

const hiddenTags = new Set([
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
  'annotate-mcp-mark',
  'annotate-mcp-pointer',
]);

function show(element: Element): SnapshotNode[] {
  if (hiddenTags.has(element.localName) || element.getAttribute('aria-hidden') === 'true') return [];
  if (!element.checkVisibility()) return [];
  if (element.localName === 'iframe' || element.localName === 'frame') return [showFrame(element)];
  if (mayHaveClosedRoot(element)) suspects.push(element);
  const field = hiddenField(element);
  if (field !== null && isVisible(element)) return [showLabel(element, field)];
  const role = roleOf(element);
  const interactive = isInteractive(element, role);
  if (role === null && !interactive) return childrenOf(element);
  if (!isVisible(element)) return childrenOf(element);
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

/** An element that is empty for a script but not on the screen may have a closed shadow root. */
function mayHaveClosedRoot(element: Element): boolean {
  if (checked.has(element) || shadowRootOf(element) !== null) return false;
  if (element.localName.includes('-')) return true;
  return (
    plainHosts.has(element.localName) && element.firstChild === null && element.getClientRects().length > 0
  );
}

function showFrame(element: Element): SnapshotNode {
  const index = frames.push(element) - 1;
  const name = oneLine(element.getAttribute('title') ?? element.getAttribute('name') ?? '', 80);
  return { text: name === '' ? 'frame' : `frame ${JSON.stringify(name)}`, children: [], frame: index };
}

/** If a field is hidden, a person clicks on its label instead. */
function hiddenField(element: Element): Element | null {
  if (!(element instanceof HTMLLabelElement)) return null;
  const { control } = element;
  return control === null || control.checkVisibility({ visibilityProperty: true }) ? null : control;
}

function showLabel(label: Element, field: Element): SnapshotNode {
  const role = roleOf(field);
  const name = oneLine(label.textContent, 200);
  const ref = refOf(label, null, '');
  return { text: [role, JSON.stringify(name), `[${ref}]`, ...statesOf(field, role)].join(' '), children: [] };
}

function showElement(element: Element, role: string | null, interactive: boolean): SnapshotNode {
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
  // If the name is the content, only elements inside that can be used are listed below.
  const children = isNamedByContent(role) && name !== '' ? inner.flatMap(usableNodes) : inner;
  return foldText(parts.join(' '), children);
}

function isField(element: Element): boolean {
  return (
    element.localName === 'textarea' || (element.localName === 'select' && !element.hasAttribute('multiple'))
  );
}

function usableNodes(shown: SnapshotNode): SnapshotNode[] {
  return /\[e\d+\]/.test(shown.text) ? [shown] : shown.children.flatMap(usableNodes);
}

/** Puts a single text on the line of the element that contains it. */
function foldText(text: string, children: SnapshotNode[]): SnapshotNode {
  const [only, ...more] = children;
  if (only === undefined || more.length > 0 || only.children.length > 0 || !only.text.startsWith(textPrefix))
    return { text, children };
  return { text: `${text}: ${only.text.slice(textPrefix.length)}`, children: [] };
}

const textPrefix = '- ';

function childrenOf(element: Element): SnapshotNode[] {
  const shown: SnapshotNode[] = [];
  let text = '';
  const flush = (): void => {
    const line = oneLine(text, 600);
    if (line !== '') shown.push({ text: textPrefix + line, children: [] });
    text = '';
  };
  for (const child of renderedChildren(element)) {
    if (child instanceof Text) {
      // The text of a label is the name of its field.
      if (!isBlank(child) && isVisible(element) && !namesField(element)) text += child.data;
      else text += ' ';
    } else if (child instanceof Element) {
      const inner = show(child);
      const [only] = inner;
      // Inline text, such as a word in bold, stays in its sentence.
      if (inner.length === 1 && only !== undefined && only.text.startsWith(textPrefix) && isInline(child)) {
        text += ` ${only.text.slice(textPrefix.length)} `;
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

function isVisible(element: Element): boolean {
  return styleOf(element).visibility === 'visible';
}

function isInline(element: Element): boolean {
  return styleOf(element).display.startsWith('inline');
}

/** A cache for one snapshot: computed styles are slow, and read several times per element. */
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

function matching(shown: readonly SnapshotNode[], wanted: string): SnapshotNode[] {
  return shown.flatMap((each) => {
    // The content of a frame is searched in the frame itself.
    if (each.frame !== undefined || each.text.toLowerCase().includes(wanted)) return [each];
    const children = matching(each.children, wanted);
    return children.length === 0 ? [] : [{ ...each, children }];
  });
}

function linesOf(shown: readonly SnapshotNode[], depth: number): SnapshotLine[] {
  return shown.flatMap(({ text, children, frame }) => [
    { depth, text, ...(frame !== undefined && { frame }) },
    ...linesOf(children, depth + 1),
  ]);
}
