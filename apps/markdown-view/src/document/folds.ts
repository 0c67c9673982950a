/**
 * `<details>` around several blocks. Each block has an element of its own, so that the blocks between the opening tag and
 * the closing tag cannot be inside the `<details>` element: they are hidden while it is closed.
 */
import type { BlockList, Entry } from './block-list.ts';

export interface Folds {
  /** The entries of the list changed. */
  readonly refresh: () => void;
  /** The block was rendered; it may begin a fold. */
  readonly rendered: (entry: Entry) => void;
  /** Opens every fold around this node. */
  readonly unfold: (node: Node) => void;
  readonly close: () => void;
}

export function createFolds(list: BlockList, article: HTMLElement): Folds {
  /** The entries that each entry is folded by, the outermost one first. */
  let around = new Map<Entry, readonly Entry[]>();
  let openers: ReadonlySet<Entry> = new Set();

  const apply = () => {
    for (const [entry, folders] of around) entry.element.hidden = !folders.every(isUnfolded);
  };
  const onToggle = () => {
    if (around.size > 0) apply();
  };
  article.addEventListener('toggle', onToggle, true);

  return {
    refresh() {
      for (const entry of around.keys()) {
        entry.element.hidden = false;
        delete entry.element.dataset.fold;
      }
      around = foldersOf(list.entries(), list.text());
      openers = new Set([...around.values()].flat());
      for (const [entry, folders] of around) entry.element.dataset.fold = String(folders.length);
      for (const opener of openers) list.ensure(opener);
      apply();
    },
    rendered(entry) {
      if (openers.has(entry)) apply();
    },
    unfold(node) {
      const entry = list.entryOf(node);
      for (const folder of (entry && around.get(entry)) ?? []) {
        list.ensure(folder);
        for (const details of openedBy(folder)) details.open = true;
      }
      for (let details = closedAround(node); details !== null; details = closedAround(details))
        details.open = true;
      // Without waiting for the events: the caller scrolls there at once.
      apply();
    },
    close: () => article.removeEventListener('toggle', onToggle, true),
  };
}

const tag = /<!--[^]*?(?:-->|$)|<(\/?)details\b[^>]*>/gi;

function foldersOf(entries: readonly Entry[], text: string): Map<Entry, readonly Entry[]> {
  const around = new Map<Entry, readonly Entry[]>();
  if (!/<details\b/i.test(text)) return around;
  let open: Entry[] = [];
  for (const entry of entries) {
    const source = entry.block.kind === 'html' ? text.slice(entry.block.start, entry.block.end) : '';
    const before = open;
    for (const [, closing] of source.matchAll(tag)) {
      if (closing === '/') open = open.slice(0, -1);
      else if (closing === '') open = [...open, entry];
    }
    // A block that begins or ends a fold belongs to the folds that were open before it and stay open after it.
    const folders = before.filter((folder, at) => open[at] === folder);
    if (folders.length > 0) around.set(entry, [...new Set(folders)]);
  }
  return around;
}

/** The last `<details>` of the block and those around it: the ones that the block does not close. */
function openedBy({ element }: Entry): HTMLDetailsElement[] {
  const found: HTMLDetailsElement[] = [];
  let details = [...element.querySelectorAll('details')].at(-1) ?? null;
  while (details !== null) {
    found.push(details);
    details = details.parentElement?.closest('details') ?? null;
  }
  return found;
}

function isUnfolded(folder: Entry): boolean {
  return openedBy(folder).every(({ open }) => open);
}

function closedAround(node: Node): HTMLDetailsElement | null {
  return node.parentElement?.closest<HTMLDetailsElement>('details:not([open])') ?? null;
}
