import { isRecord } from '@annotate-mcp/core';

import { canonicalUri } from '../annotations/uris.ts';

/** A process serves few clients for long; the oldest URIs make room for new ones. */
const maxUris = 10_000;

/** The URIs that clients wrote in their subscriptions. A client is notified under the URI that it wrote. */
export class ResourceUris {
  readonly #byCanonical = new Map<string, Set<string>>();
  readonly #written = new Set<string>();

  add(uri: string): void {
    this.delete(uri);
    const [oldest] = this.#written;
    if (oldest !== undefined && this.#written.size === maxUris) this.delete(oldest);
    this.#written.add(uri);
    const canonical = canonicalUri(uri);
    this.#byCanonical.set(canonical, (this.#byCanonical.get(canonical) ?? new Set()).add(uri));
  }

  delete(uri: string): void {
    this.#written.delete(uri);
    const canonical = canonicalUri(uri);
    const written = this.#byCanonical.get(canonical);
    written?.delete(uri);
    if (written?.size === 0) this.#byCanonical.delete(canonical);
  }

  has(canonical: string): boolean {
    return this.#byCanonical.has(canonical);
  }

  of(canonical: string): readonly string[] {
    return [...(this.#byCanonical.get(canonical) ?? [])];
  }

  /** In the newer protocol, where the SDK handles subscriptions, they are read off the message that makes them. */
  addFrom(message: unknown): void {
    if (!isRecord(message) || message.method !== 'subscriptions/listen') return;
    const { params } = message;
    const filter = isRecord(params) && isRecord(params.notifications) ? params.notifications : {};
    const { resourceSubscriptions: uris } = filter;
    if (!Array.isArray(uris)) return;
    for (const uri of uris.slice(0, maxUris)) if (typeof uri === 'string') this.add(uri);
  }
}
