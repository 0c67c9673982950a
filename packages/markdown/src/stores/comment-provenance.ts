/** Whose words the comments of one document are: this user's own, or those of the repository. */
import { openRecordSealer, type RecordSealer, RepositoryTrust } from '@annotate-mcp/store/trust';

import { type MarkedComment, recordOf } from '../markers/index.ts';
import type { MarkdownComment } from '../view-messages.ts';

export interface CommentProvenanceOptions {
  /** The project's root. */
  root: string;
  /** Where the user's key and decisions about trust are; the user's config folder unless given. */
  configFolder?: string | undefined;
}

export class CommentProvenance {
  readonly #root: string;
  readonly #sealer: RecordSealer;
  readonly #trust: RepositoryTrust;
  /** Seals of other users by the record that they were found with. */
  readonly #foreignSeals = new Map<string, string>();

  constructor({ root, configFolder }: CommentProvenanceOptions) {
    this.#root = root;
    this.#sealer = openRecordSealer({
      repository: root,
      ...(configFolder !== undefined && { folder: configFolder }),
    });
    this.#trust = new RepositoryTrust(configFolder);
  }

  /** The person's decision for the whole repository. Cheap, and also true for what another process decided. */
  isRepositoryTrusted(): boolean {
    return this.#trust.isTrusted(this.#root);
  }

  /** To be called only for the person at this machine. */
  trustRepository(): void {
    this.#trust.trust(this.#root);
  }

  /** Whether this user sealed a record that is in the file. */
  isOwn(record: object, seal: string | undefined): boolean {
    const isOwn = this.#sealer.isSealed(record, seal);
    if (!isOwn && seal !== undefined) this.#foreignSeals.set(textOf(record), seal);
    return isOwn;
  }

  /** For other records of this user than comments. */
  seal(record: object): string {
    return this.#sealer.seal(record);
  }

  isSealed(record: object, seal: string): boolean {
    return this.#sealer.isSealed(record, seal);
  }

  /** To be written with a comment into the file: a seal of another user stays with the record that it was made for. */
  sealOf(comment: MarkedComment): string | undefined {
    const record = recordOf(comment);
    return comment.origin === undefined ? this.#sealer.seal(record) : this.#foreignSeals.get(textOf(record));
  }

  /** A stored comment as readers get it. */
  shown(comment: MarkdownComment): MarkdownComment {
    return this.isRepositoryTrusted() ? recordOf(comment) : comment;
  }
}

/** The same text whatever order the keys have. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
