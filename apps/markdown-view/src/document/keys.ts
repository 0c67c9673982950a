/** The keys of the document while it has the focus. */

export interface KeyCommands {
  readonly move: (by: 1 | -1, extend: boolean) => void;
  readonly heading: (by: 1 | -1) => void;
  readonly edge: (which: 'first' | 'last') => void;
  readonly comment: () => boolean;
  /** Opens the comment at the cursor, else starts a new one. */
  readonly open: () => boolean;
  /** `false` when there was nothing to close. */
  readonly cancel: () => boolean;
}

export function listenToKeys(article: HTMLElement, commands: KeyCommands): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (ownsKeys(event.target, article, event.key)) return;
    if (act(event, commands)) event.preventDefault();
  };
  article.addEventListener('keydown', onKey);
  return () => article.removeEventListener('keydown', onKey);
}

function act({ key, shiftKey }: KeyboardEvent, commands: KeyCommands): boolean {
  switch (key) {
    case 'j':
    case 'J':
    case 'ArrowDown':
      commands.move(1, shiftKey);
      return true;
    case 'k':
    case 'K':
    case 'ArrowUp':
      commands.move(-1, shiftKey);
      return true;
    case 'h':
    case 'H':
      commands.heading(shiftKey ? -1 : 1);
      return true;
    case 'Home':
      commands.edge('first');
      return true;
    case 'End':
      commands.edge('last');
      return true;
    case 'c':
      return commands.comment();
    case 'Enter':
      return commands.open();
    case 'Escape':
      return commands.cancel();
    default:
      return false;
  }
}

/** Links keep Enter and check boxes keep the space bar; all other keys belong to the document. */
function ownsKeys(target: EventTarget | null, article: HTMLElement, key: string): boolean {
  if (!(target instanceof Element) || target === article) return false;
  return target.closest('a[href],input,summary') !== null && (key === 'Enter' || key === ' ');
}
