import type { ResourceSubscriber } from '../annotations/notify-subscribers.ts';

/** Keeps the notifications of a client while its stream is closed, and sends each once when the stream opens. */
export class BufferedSubscriber implements ResourceSubscriber {
  readonly #client: ResourceSubscriber;
  readonly #keptUris = new Set<string>();
  #keptListChange = false;
  #isOpen = false;

  constructor(client: ResourceSubscriber) {
    this.#client = client;
  }

  get subscriptions(): ResourceSubscriber['subscriptions'] {
    return this.#client.subscriptions;
  }

  resourceUpdated(uri: string): void {
    if (this.#isOpen) this.#client.resourceUpdated(uri);
    else this.#keptUris.add(uri);
  }

  resourceListChanged(): void {
    if (this.#isOpen) this.#client.resourceListChanged();
    else this.#keptListChange = true;
  }

  open(): void {
    this.#isOpen = true;
    // The client may have unsubscribed meanwhile.
    for (const uri of this.#keptUris)
      if (this.subscriptions?.has(uri) ?? true) this.#client.resourceUpdated(uri);
    if (this.#keptListChange) this.#client.resourceListChanged();
    this.#keptUris.clear();
    this.#keptListChange = false;
  }

  close(): void {
    this.#isOpen = false;
  }
}
