/** A text that is tried on one element. The text nodes of the page stay the same, because its framework keeps them. */
import { isElement } from '../inspectors/dom-tree.ts';

const longest = 2_000;
const withoutText = 'script,style,template,textarea,select,noscript,title,[contenteditable]';

export class TextTrial {
  /** There is nothing but text in the element, so that it can be edited in the page. */
  readonly isWhole: boolean;
  readonly #element: Element;
  readonly #nodes: readonly [Text, ...Text[]];
  /** What the page itself has written into the nodes. */
  #own: readonly string[];
  #tried: string | null = null;
  #isShown = false;
  /** The nodes of the element, while the person types into the page itself. */
  #typedInto: readonly Node[] | null = null;

  private constructor(element: Element, nodes: readonly [Text, ...Text[]]) {
    this.#element = element;
    this.#nodes = nodes;
    this.isWhole = !hasElements(element);
    this.#own = nodes.map(({ data }) => data);
  }

  /** `null` where there is no text, a very long one, or several texts between elements. */
  static of(element: Element): TextTrial | null {
    if (element.matches(withoutText)) return null;
    const texts = [...element.childNodes].filter(isText);
    const [first, ...more] = hasElements(element) ? texts.filter(({ data }) => data.trim() !== '') : texts;
    if (first === undefined || (more.length > 0 && hasElements(element))) return null;
    const trial = new TextTrial(element, [first, ...more]);
    return trial.before === '' || trial.before.length > longest ? null : trial;
  }

  get before(): string {
    return collapse(this.#own.join(''));
  }

  get value(): string {
    return this.#tried ?? this.before;
  }

  get isChanged(): boolean {
    return this.#tried !== null;
  }

  set(text: string): void {
    this.hide();
    const typed = collapse(text).slice(0, longest);
    this.#tried = typed === this.before ? null : typed;
    this.show();
  }

  show(): void {
    if (this.#isShown || this.#tried === null || this.#typedInto !== null) return;
    if (this.#differs(this.#own)) {
      this.forget();
      return;
    }
    this.#isShown = true;
    this.#write(this.#triedData());
  }

  hide(): void {
    if (!this.#isShown || this.#typedInto !== null) return;
    if (this.isTakenOver()) this.forget();
    else this.#write(this.#own);
    this.#isShown = false;
  }

  /** The page has written another text since. */
  isTakenOver(): boolean {
    return this.#isShown && this.#typedInto === null && this.#differs(this.#triedData());
  }

  /** The text stays as the page has it. */
  forget(): void {
    this.#tried = null;
    this.#isShown = false;
    this.#own = this.#nodes.map(({ data }) => data);
  }

  hasNode(node: Node): boolean {
    return this.#nodes.some((one) => one === node);
  }

  /** The person types into the page itself: until `endTyping` the text is not changed by anything else. */
  startTyping(): void {
    this.#typedInto ??= [...this.#element.childNodes];
  }

  readTyped(): void {
    const typed = collapse(this.#element.textContent).slice(0, longest);
    this.#tried = typed === this.before ? null : typed;
  }

  /** Browsers replace text nodes while a person types. The page gets its own nodes back, with the new text. */
  endTyping(): void {
    const nodes = this.#typedInto;
    if (nodes === null) return;
    this.#typedInto = null;
    const now = [...this.#element.childNodes];
    if (now.length !== nodes.length || now.some((node, index) => node !== nodes[index]))
      this.#element.replaceChildren(...nodes);
    this.#isShown = this.#tried !== null;
    this.#write(this.#isShown ? this.#triedData() : this.#own);
  }

  #triedData(): string[] {
    const [start = '', end = ''] = [/^\s*/, /\s*$/].map((space) => space.exec(this.#own.join(''))?.[0]);
    return this.#nodes.map((_, index) => (index === 0 ? `${start}${this.#tried ?? ''}${end}` : ''));
  }

  #differs(data: readonly string[]): boolean {
    return this.#nodes.some((node, index) => node.data !== data[index] || node.parentNode !== this.#element);
  }

  #write(data: readonly string[]): void {
    for (const [index, node] of this.#nodes.entries()) {
      const text = data[index] ?? '';
      if (node.data !== text) node.data = text;
    }
  }
}

function isText(node: Node): node is Text {
  return node.nodeType === 3;
}

function hasElements({ childNodes }: Element): boolean {
  return [...childNodes].some(isElement);
}

function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Keys and clicks on the text are for its editor, not for the app: a link is not followed, no shortcut fires. */
const ownEvents = [
  ...['keydown', 'keyup', 'keypress', 'beforeinput', 'input', 'paste', 'focusin', 'focusout'],
  ...['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click', 'dblclick'],
] as const;

interface EditHandlers {
  readonly onText: () => void;
  /** Ctrl+Enter or Cmd+Enter was pressed. */
  readonly onSubmit: (event: KeyboardEvent) => void;
}

/** Lets the person click into the element and type there. Returns what ends that. */
export function editInPlace(element: HTMLElement, text: TextTrial, handlers: EditHandlers): () => void {
  const pageWindow = element.ownerDocument.defaultView;
  // Only while the person types: it changes how the text breaks.
  const begin = () => {
    text.startTyping();
    element.setAttribute('contenteditable', 'plaintext-only');
  };
  const end = () => {
    text.endTyping();
    element.removeAttribute('contenteditable');
  };
  const onEvent = (event: Event) => {
    if (!event.composedPath().includes(element)) return;
    event.stopImmediatePropagation();
    if (event.type === 'click') event.preventDefault();
    if (event.type === 'pointerdown') begin();
    if (event.type === 'focusout') end();
    if (event.type === 'keydown') onKey(event, element, handlers);
    const isTyped = event.type === 'input' || (event.type === 'keydown' && typeSpace(event, element));
    if (!isTyped) return;
    text.readTyped();
    handlers.onText();
  };
  for (const type of ownEvents) pageWindow?.addEventListener(type, onEvent, true);
  return () => {
    for (const type of ownEvents) pageWindow?.removeEventListener(type, onEvent, true);
    end();
  };
}

/** A text of one line: Enter ends it. */
function onKey(event: Event, element: HTMLElement, { onSubmit }: EditHandlers): void {
  if (!(event instanceof KeyboardEvent) || event.key !== 'Enter' || event.isComposing) return;
  event.preventDefault();
  element.blur();
  if (event.ctrlKey || event.metaKey) onSubmit(event);
}

/** The browser presses a button with the space key, even while its text is edited. */
function typeSpace(event: Event, { localName, ownerDocument }: HTMLElement): boolean {
  if (localName !== 'button' || !(event instanceof KeyboardEvent) || event.key !== ' ') return false;
  event.preventDefault();
  const selection = ownerDocument.getSelection();
  const range = selection === null || selection.rangeCount === 0 ? null : selection.getRangeAt(0);
  range?.deleteContents();
  // At the end of a text a common space would not be shown.
  range?.insertNode(ownerDocument.createTextNode('\u00a0'));
  range?.collapse(false);
  return range !== null;
}
