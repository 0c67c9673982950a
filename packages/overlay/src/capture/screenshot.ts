import { redactText } from '@annotate-mcp/page-facts';
import { holdsSecret } from '@annotate-mcp/page-facts/dom';

import { isInPrivate, isPrivate } from '../inspectors/private-parts.ts';

import { drawnProperties } from './drawn-properties.ts';
import { encodePicture } from './encode-picture.ts';
import { pictureFrame } from './picture-frame.ts';

export interface CaptureOptions {
  readonly maxBytes: number;
  /** For a picture that the person did not ask for: nothing is requested from another server, also no image and no font. */
  readonly onlyOwnOrigin?: boolean;
  /** Elements whose content is masked, besides those that hold secrets. */
  readonly hides?: (element: Element) => boolean;
}

const maxWidth = 1600;
const maxHeight = 4000;
const maxElements = 4000;
const timeout = 8000;
const frameTimeout = 1000;

/** A picture of the element as WebP, without the overlay, with secrets masked. Rejects with a sentence for the person. */
export async function captureElement(
  element: Element,
  { maxBytes, onlyOwnOrigin = false, hides = () => false }: CaptureOptions,
): Promise<Blob> {
  const { width, height } = element.getBoundingClientRect();
  if (width < 1 || height < 1) throw new Error('The element is not visible, so no picture can be taken.');
  if (isInPrivate(element)) {
    throw new Error('The element is in a part of the page that is marked as private.');
  }
  if (element.getElementsByTagName('*').length > maxElements) {
    throw new Error('The element is too large for a picture. Pick a smaller part of it.');
  }
  const { document, violations, stop } = watchPolicy(element.ownerDocument);
  const frame = document.createElement('iframe');
  try {
    const { createContext, domToCanvas } = await import('modern-screenshot');
    const { backgroundColor, backgroundImage } = backgroundBehind(element);
    const secrets = secretValuesIn(element, hides);
    const written = writtenIn(element, hides);
    const context = await createContext(element, {
      scale: Math.min(document.defaultView?.devicePixelRatio ?? 1, maxWidth / width, maxHeight / height),
      filter: (node) => !('localName' in node && node.localName === 'nga-overlay'),
      onCloneEachNode: (cloned) => mask(cloned, secrets, written),
      includeStyleProperties: drawnProperties,
      timeout,
      ...(onlyOwnOrigin && withoutForeign(document)),
      // The picture has the size of the element's box, and a margin would push the element out of it.
      style: { margin: '0', ...(backgroundImage !== undefined && { backgroundImage }) },
      ...(backgroundColor !== undefined && { backgroundColor }),
      autoDestruct: true,
    });
    context.sandbox = await loadPlainFrame(frame);
    const canvas = await domToCanvas(context);
    if (violations.length > 0) {
      throw new Error(
        `The page's content security policy (${violations.join(', ')}) forbids the data: images a picture is made of. Allow "data:" there while developing.`,
      );
    }
    return await encodePicture(canvas, maxBytes);
  } finally {
    frame.remove();
    stop();
  }
}

/**
 * Shows an empty document, whose styles are the browser's own: only what differs from them is copied into the picture.
 * Firefox has no such styles before the document is loaded, and margins that the page sets to zero would come back.
 */
async function loadPlainFrame(frame: HTMLIFrameElement): Promise<HTMLIFrameElement> {
  frame.width = '0';
  frame.height = '0';
  frame.style.cssText = 'visibility:hidden;position:fixed';
  frame.setAttribute(pictureFrame, '');
  frame.srcdoc = '<!DOCTYPE html><title></title><body>';
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  const late = new Promise((resolve) => setTimeout(resolve, frameTimeout));
  frame.ownerDocument.body.append(frame);
  await Promise.race([loaded, late]);
  return frame;
}

/** A picture of another origin is grey, and text has the font of the system where a style sheet is of another origin. */
function withoutForeign({ styleSheets }: Document) {
  const isForeign = (url: string) => new URL(url, location.href).origin !== location.origin;
  const hasForeignSheet = [...styleSheets].some(({ href }) => href !== null && isForeign(href));
  return {
    fetchFn: async (url: string) => (!/^(?:data|blob):/.test(url) && isForeign(url) ? greyPixel : false),
    ...(hasForeignSheet && { font: false as const }),
  };
}

const greyPixel = 'data:image/gif;base64,R0lGODlhAQABAIABAIuLlAAAACwAAAAAAQABAAACAkQBADs=';

/** A blocked image leaves the picture empty without an error; only this event reports it. */
function watchPolicy(document: Document) {
  const violations: string[] = [];
  const onViolation = (event: SecurityPolicyViolationEvent) => {
    if (event.blockedURI === 'data') violations.push(event.effectiveDirective);
  };
  document.addEventListener('securitypolicyviolation', onViolation);
  const stop = () => document.removeEventListener('securitypolicyviolation', onViolation);
  return { document, violations, stop };
}

/** What is behind a transparent element. Empty when the element has its own background. */
function backgroundBehind(element: Element): { backgroundColor?: string; backgroundImage?: string } {
  const pageWindow = element.ownerDocument.defaultView;
  for (let at: Element | null = element; at !== null && pageWindow !== null; at = at.parentElement) {
    const { backgroundColor, backgroundImage } = pageWindow.getComputedStyle(at);
    const isClear = /^transparent$|^rgba\(.*, 0\)$|\/ 0\)$/.test(backgroundColor);
    if (backgroundImage === 'none' && isClear) continue;
    if (at === element) return {};
    // An image would be requested again; of a gradient the element gets the whole, which is near enough to read the text.
    const isGradient = backgroundImage !== 'none' && !backgroundImage.includes('url(');
    if (isGradient) return { backgroundImage };
    if (!isClear) return { backgroundColor };
  }
  return { backgroundColor: '#fff' };
}

/** A copy has no label, which may be what says that its content is secret. */
function secretValuesIn(element: Element, hides: (element: Element) => boolean): ReadonlySet<string> {
  const fields = [element, ...element.querySelectorAll('input,textarea')];
  return new Set(
    fields.flatMap((field) =>
      'value' in field &&
      typeof field.value === 'string' &&
      field.value !== '' &&
      (holdsSecret(field) || hides(field))
        ? [field.value]
        : [],
    ),
  );
}

/** The texts that a person has written in place. A copy is not part of what is edited any more. */
function writtenIn(element: Element, hides: (element: Element) => boolean): ReadonlySet<string> {
  const hosts = [element, ...element.querySelectorAll('[contenteditable]')];
  const texts = new Set<string>();
  for (const host of hosts.filter((each) => !('value' in each) && hides(each))) {
    const walker = host.ownerDocument.createTreeWalker(host, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.nodeValue ?? '';
      if (text.trim() !== '') texts.add(text);
    }
  }
  return texts;
}

function mask(cloned: Node, secrets: ReadonlySet<string>, written: ReadonlySet<string>): void {
  if (!('localName' in cloned)) return;
  const element = cloned as HTMLElement;
  const value = element.getAttribute('value') ?? element.textContent;
  if (holdsSecret(element) || (/^(?:input|textarea)$/.test(element.localName) && secrets.has(value))) {
    element.setAttribute('value', '••••••••');
    element.textContent = '';
  }
  if (element.localName !== 'style')
    for (const child of element.childNodes)
      if (child.nodeType === 3) child.nodeValue = maskText(child.nodeValue ?? '', written);
  if (!isPrivate(element)) return;
  element.setAttribute('value', '');
  element.removeAttribute('src');
  element.replaceChildren();
  element.style.setProperty('background', '#8b8b94', 'important');
}

function maskText(text: string, written: ReadonlySet<string>): string {
  return written.has(text) ? text.replace(/\S/g, '•') : redactText(text);
}
