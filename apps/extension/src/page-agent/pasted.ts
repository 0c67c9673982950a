import { shadowRootOf } from '@annotate-mcp/page-facts/elements';
/**
 * What was pasted or dropped into this document. It was copied elsewhere, so that agents see it only where the person has
 * allowed that. What was copied in this document itself is known to them, and is not hidden.
 */

const fields = new Set<WeakRef<Element>>();
const texts = new Set<string>();
/** Copied here, or dragged from here. */
const own: string[] = [];
const maxTexts = 40;
const maxOwn = 20;
const maxLength = 20_000;

/** Parts of this length are masked one by one, so that no mask has to look for a text of any length. */
const partLength = 500;

/** Begins to note what is pasted, dropped and copied; called once for each document, before the page has anything in it. */
export function watchPastes(): void {
  addEventListener('paste', onPaste, true);
  addEventListener('input', onInput, true);
  for (const type of ['copy', 'cut', 'dragstart']) addEventListener(type, onCopy, true);
}

function onPaste(event: ClipboardEvent): void {
  if (event.isTrusted) note(event, event.clipboardData);
}

function onInput(event: Event): void {
  if (!(event instanceof InputEvent) || !event.isTrusted) return;
  const { inputType, data, dataTransfer } = event;
  if (!comesFromElsewhere.has(inputType)) forgetReplaced(event);
  else note(event, dataTransfer, data);
}

/** What a page can take from it in words. Of HTML, which a page may use instead of the text, the addresses too. */
function wordsIn(transfer: DataTransfer | null): string[] {
  const html = transfer?.getData('text/html') ?? '';
  if (html === '') return [];
  const { body } = new DOMParser().parseFromString(html.slice(0, maxLength), 'text/html');
  const attributes = [...body.querySelectorAll('*')].flatMap((element) =>
    ['href', 'src', 'alt', 'title', 'value'].flatMap((name) => element.getAttribute(name) ?? []),
  );
  // Lines of the source are not those of the text.
  const texts = [...body.querySelectorAll('*')].flatMap((element) =>
    [...element.childNodes].filter((node) => node instanceof Text).map((node) => node.data),
  );
  return [body.textContent, ...texts, ...attributes];
}

const comesFromElsewhere = new Set([
  'insertFromPaste',
  'insertFromPasteAsQuotation',
  'insertFromDrop',
  'insertFromYank',
]);

function onCopy({ isTrusted }: Event): void {
  if (isTrusted) noteOwn();
}

/** The texts, in parts. */
export function pastedTexts(): string[] {
  return [...texts].flatMap((text) =>
    Array.from({ length: Math.ceil(text.length / partLength) }, (_, index) =>
      text.slice(index * partLength, (index + 1) * partLength),
    ),
  );
}

/** Whether the field has something of what was pasted, or may have: one changed character makes it no other text. */
export function isPasted(element: Element): boolean {
  for (const known of fields) {
    const field = known.deref();
    if (field === undefined) fields.delete(known);
    else if (field === element || (isEditor(field) && field.contains(element))) return true;
  }
  return false;
}

/** The fields that are drawn, for pictures. */
function pastedFields(): HTMLElement[] {
  return [...fields].flatMap((known) => {
    const field = known.deref();
    return field instanceof HTMLElement && field.isConnected ? [field] : [];
  });
}

function isEditor(field: Element): boolean {
  return !(field instanceof HTMLInputElement) && !(field instanceof HTMLTextAreaElement);
}

function note(event: Event, transfer: DataTransfer | null, data: string | null = null): void {
  const said = (data ?? transfer?.getData('text/plain') ?? '').slice(0, maxLength);
  if (said !== '' && own.includes(said)) return;
  const field = fieldOf(event);
  if (field !== null && !isPasted(field)) fields.add(new WeakRef(field));
  if (said.trim() !== '') texts.add(said);
  for (const line of [said, ...wordsIn(transfer)].flatMap((each) => each.split(/\n/)))
    if (line.trim().length >= shortest) texts.add(line.trim());
  while (texts.size > maxTexts) texts.delete(texts.values().next().value ?? '');
}

/** A shorter line may be a word of the page. Its field hides it. */
const shortest = 8;

/** The field or the editor as a whole. */
function fieldOf(event: Event): Element | null {
  const [target] = event.composedPath();
  if (!(target instanceof Element)) return null;
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return target;
  let editor: Element | null = null;
  for (let at: Element | null = target; at !== null; at = at.parentElement)
    if (at instanceof HTMLElement && at.isContentEditable) editor = at;
  return editor ?? target;
}

function selectedText(): string {
  let active = document.activeElement;
  while (active !== null && shadowRootOf(active)?.activeElement)
    active = shadowRootOf(active)?.activeElement ?? null;
  if (active !== null && isPasted(active)) return '';
  if (active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement)
    return active.value.slice(active.selectionStart ?? 0, active.selectionEnd ?? 0);
  return String(getSelection());
}

function noteOwn(): void {
  const text = selectedText().slice(0, maxLength);
  // What was pasted here stays hidden, wherever it is moved.
  if (text === '' || [...texts].some((each) => text.includes(each) || each.includes(text))) return;
  own.push(text);
  if (own.length > maxOwn) own.shift();
}

/** A field with nothing but what was typed last, or with nothing at all, has lost what was pasted. */
function forgetReplaced(event: InputEvent): void {
  const field = fieldOf(event);
  if (field === null || !isPasted(field)) return;
  const value = isEditor(field) ? field.textContent : (field as HTMLInputElement | HTMLTextAreaElement).value;
  if (value !== '' && !(event.inputType === 'insertText' && value === event.data)) return;
  for (const known of fields) if (known.deref() === field) fields.delete(known);
}

/** The text of the clipboard, if scripts of this page may read it without a question; never what was copied here. */
export async function readableClipboard(): Promise<string | null> {
  try {
    // Not in every list of names that TypeScript has.
    const name = 'clipboard-read' as PermissionName;
    if ((await navigator.permissions.query({ name })).state !== 'granted') return null;
    const text = await navigator.clipboard.readText();
    return own.includes(text.slice(0, maxLength)) || text === '' ? null : text.slice(0, partLength);
  } catch {
    // Without focus, or in a frame that may not: then a script of an agent cannot read it either.
    return null;
  }
}

/** For a picture: dots instead of characters, and nothing where an editor has a picture. Resolves when they are drawn. */
export async function concealPasted(isOn: boolean): Promise<void> {
  for (const field of pastedFields()) {
    setStyle(field, '-webkit-text-security', isOn ? 'disc' : null);
    for (const picture of field.querySelectorAll<HTMLElement>(pictures))
      setStyle(picture, 'visibility', isOn ? 'hidden' : null);
  }
  if (!isOn) return;
  await new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    setTimeout(resolve, drawMs);
  });
}

/** What was not drawn for so long is not drawn at all. */
const drawMs = 600;

/** As which a picture is pasted. */
const pictures = 'img, picture, svg, canvas, video, object, embed';

function setStyle({ style }: HTMLElement, name: string, value: string | null): void {
  if (value === null) style.removeProperty(name);
  else style.setProperty(name, value, 'important');
}
