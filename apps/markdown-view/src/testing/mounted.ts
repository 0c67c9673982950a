/** The whole view in the test page, with a played server. */
import { page } from 'vitest/browser';

import { createDocumentPanel } from '../document/document-panel.ts';
import type { ViewStateContainer } from '../state/reducer.ts';
import { MemoryStorage } from '../sync/browser-copies.ts';
import { showDocuments, type Stoppable } from '../trail.ts';
import { adoptViewStyles } from '../ui/adopt-view-styles.ts';
import { startView } from '../view.tsx';

import { openedView, type PlayedHost, playHost } from './played-host.ts';
import type { PlayedServer } from './played-server.ts';

export interface Mounted {
  readonly state: ViewStateContainer;
  readonly host: PlayedHost;
  readonly root: HTMLElement;
  readonly $: (selector: string) => HTMLElement | null;
  /** Finds a button by its text or its label. */
  readonly button: (name: string) => HTMLButtonElement;
  /** Finds a button of a card by its text or its label. */
  readonly action: (name: string) => HTMLButtonElement;
  readonly submitAll: () => HTMLButtonElement;
  /** The card that contains this text. */
  readonly card: (text: string) => HTMLElement | null;
  /** Clicks the card that contains this text, and waits until it is the current one. */
  readonly openCard: (text: string) => Promise<HTMLElement>;
  readonly field: () => HTMLTextAreaElement;
  /** Selects the first occurrence of these words in the document. */
  readonly select: (words: string) => Promise<void>;
  readonly status: () => string;
  readonly unmount: () => void;
}

export interface MountOptions {
  readonly kind?: 'app' | 'page';
  readonly storage?: Storage | null;
  readonly width?: number;
  readonly session?: Storage;
}

export async function mount(
  server: PlayedServer,
  { kind = 'app', storage = null, width = 1280, session = new MemoryStorage() }: MountOptions = {},
): Promise<Mounted> {
  await page.viewport(width, 800);
  if (document.adoptedStyleSheets.length === 0) adoptViewStyles();
  const host = playHost(server, kind);
  const root = document.createElement('div');
  root.className = 'mdv-root';
  root.style.cssText = 'position:fixed;inset:0';
  document.body.append(root);
  const opened = openedView(server);
  const view = showDocuments(host, opened, (shown) =>
    startView({ ...shown, root, createPanel: createDocumentPanel, storage, session }),
  );
  if (!server.unreachable) await until(() => root.querySelector('.document h1') !== null);
  return { ...queries(root), state: view.current().state, host, root, unmount: () => unmount(view, root) };
}

export async function until(is: () => boolean): Promise<void> {
  const deadline = performance.now() + 15_000;
  while (!is()) {
    if (performance.now() > deadline) throw new Error(`Never came true: ${is.toString()}`);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

export function type(field: HTMLTextAreaElement, text: string): void {
  field.value = text;
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

export function press(target: EventTarget, key: string, init: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
  target.dispatchEvent(event);
  return event;
}

function unmount(view: Stoppable, root: HTMLElement): void {
  getSelection()?.removeAllRanges();
  view.stop();
  root.remove();
  delete document.documentElement.dataset.theme;
}

function queries(root: HTMLElement) {
  const $ = (selector: string) => root.querySelector<HTMLElement>(selector);
  const cards = () => [...root.querySelectorAll<HTMLElement>('.mdv-card')];
  const card = (text: string) => cards().find(({ textContent }) => textContent.includes(text)) ?? null;
  return {
    $,
    button: (name: string) => buttonOf(root.querySelectorAll('button'), name),
    action: (name: string) => buttonOf(root.querySelectorAll('.mdv-card button'), name),
    submitAll: () => buttonOf(root.querySelectorAll('[data-nga=submit-all]')),
    card,
    async openCard(text: string) {
      await until(() => card(text) !== null);
      card(text)?.click();
      await until(() => card(text)?.getAttribute('aria-current') === 'true');
      return card(text) ?? document.body;
    },
    field() {
      const found = $('.mdv-card textarea');
      if (!(found instanceof HTMLTextAreaElement)) throw new Error('Nothing is being written.');
      return found;
    },
    async select(words: string) {
      const range = rangeOf(root, words);
      getSelection()?.removeAllRanges();
      getSelection()?.addRange(range);
      await until(() => $('.mdv-selected') !== null);
    },
    status: () => $('.mdv-status')?.textContent ?? '',
  };
}

function buttonOf(among: NodeListOf<Element>, name?: string): HTMLButtonElement {
  for (const button of among)
    if (button instanceof HTMLButtonElement)
      if (name === undefined || button.textContent.trim() === name || button.ariaLabel === name)
        return button;
  throw new Error(`There is no button ${name ?? ''}.`);
}

/** The first occurrence of these words in the document. */
export function rangeOf(root: HTMLElement, words: string): Range {
  const texts = document.createTreeWalker(root.querySelector('.document') ?? root, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const start = node.textContent?.indexOf(words) ?? -1;
    if (start === -1) continue;
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, start + words.length);
    return range;
  }
  throw new Error(`The document does not say ${words}.`);
}
