/** The keys of the page. None of them does anything while the person types, except for Escape. */
import { type App } from './app.ts';

export function followKeys(app: App, root: HTMLElement): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    // An enlarged picture closes by itself.
    if (root.querySelector('dialog[open]') !== null) return;
    const command = isTyping(event.target) ? typingKeys[event.key] : keys[event.key];
    if (command?.(app, root, event.target) === true) event.preventDefault();
  });
}

/** Returns whether the key was used. */
type KeyCommand = (app: App, root: HTMLElement, target: EventTarget | null) => boolean;

const keys: Readonly<Record<string, KeyCommand | undefined>> = {
  j: (app, root) => step(app, root, 1),
  k: (app, root) => step(app, root, -1),
  ArrowDown: (app, root, target) => isInList(target) && step(app, root, 1),
  ArrowUp: (app, root, target) => isInList(target) && step(app, root, -1),
  '/': (_app, root) => focus(root, '[data-nga=search]'),
  r: (_app, root) => focus(root, '.nga-thread-foot textarea'),
  Escape: closeThread,
};

const typingKeys: Readonly<Record<string, KeyCommand | undefined>> = {
  Escape(app, _root, target) {
    if (!(target instanceof HTMLElement)) return false;
    if (target.matches('[data-nga=search]') && app.states.get().view.filter.text !== '') {
      app.go({ filter: { ...app.states.get().view.filter, text: '' } }, 'replace');
      return true;
    }
    const thread = target.closest<HTMLElement>('[role=dialog]');
    if (thread === null) target.blur();
    else thread.focus();
    return true;
  },
};

/** With an open thread the next one is opened, else the focus moves. */
function step(app: App, root: HTMLElement, by: 1 | -1): boolean {
  const { view, open } = app.states.get();
  const listed = open?.listed ?? [];
  const at = listed.indexOf(view.thread ?? open?.selected ?? '');
  const id = listed[Math.max(0, Math.min(at + by, listed.length - 1))];
  if (id === undefined) return false;
  if (view.thread !== null) app.go({ thread: id }, 'replace');
  else focus(root, `[data-id="${CSS.escape(id)}"] .nga-item`);
  return true;
}

function closeThread(app: App): boolean {
  if (app.states.get().view.thread === null) return false;
  app.go({ thread: null });
  return true;
}

function focus(root: HTMLElement, selector: string): boolean {
  const element = root.querySelector<HTMLElement>(selector);
  element?.focus();
  return element !== null;
}

function isInList(target: EventTarget | null): boolean {
  return target instanceof Element && (target === document.body || target.closest('.team-list') !== null);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('textarea,select,input,[role=combobox],[contenteditable]') !== null
  );
}
