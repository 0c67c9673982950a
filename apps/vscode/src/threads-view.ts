/** Keeps the threads that an editor shows the same as those of the server. How one is shown is thread-comments.ts. */
import type { ShownThread, ThreadsParams } from '@annotate-mcp/lsp/protocol';

export interface ThreadUi<Thread> {
  create: (uri: string, shown: ShownThread) => Thread;
  update: (thread: Thread, shown: ShownThread) => void;
  remove: (thread: Thread) => void;
}

interface Known<Thread> {
  id: string;
  thread: Thread;
  /** What it shows. */
  text: string;
}

export class ThreadsView<Thread> {
  readonly #ui: ThreadUi<Thread>;
  readonly #files = new Map<string, Known<Thread>[]>();

  constructor(ui: ThreadUi<Thread>) {
    this.#ui = ui;
  }

  /** A thread that stays is changed and not made again: the person may have it open, and be writing in it. */
  show({ uri, threads }: ThreadsParams): void {
    const before = [...(this.#files.get(uri) ?? [])];
    const now = threads.map((shown) => {
      const index = before.findIndex(({ id }) => id === shown.id);
      const [known] = index === -1 ? [] : before.splice(index, 1);
      return known === undefined ? this.#create(uri, shown) : this.#update(known, shown);
    });
    for (const { thread } of before) this.#ui.remove(thread);
    if (now.length === 0) this.#files.delete(uri);
    else this.#files.set(uri, now);
  }

  /** `null` for a thread that is not one of these. */
  idOf(thread: Thread): string | null {
    const known = [...this.#files.values()].flat().find((each) => each.thread === thread);
    return known?.id ?? null;
  }

  clear(): void {
    for (const { thread } of [...this.#files.values()].flat()) this.#ui.remove(thread);
    this.#files.clear();
  }

  #create(uri: string, shown: ShownThread): Known<Thread> {
    return { id: shown.id, thread: this.#ui.create(uri, shown), text: JSON.stringify(shown) };
  }

  #update(known: Known<Thread>, shown: ShownThread): Known<Thread> {
    const text = JSON.stringify(shown);
    if (text !== known.text) this.#ui.update(known.thread, shown);
    return { ...known, text };
  }
}
