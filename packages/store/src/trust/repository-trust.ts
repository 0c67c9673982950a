import { UserRepositories } from './user-repositories.ts';

/** The repositories whose comments this user trusts. */
export class RepositoryTrust {
  readonly #trusted: UserRepositories;

  constructor(folder?: string) {
    this.#trusted = new UserRepositories(trustedList, folder);
  }

  /** `root` is any folder of the repository. Cheap, and also true for what another process has decided meanwhile. */
  isTrusted(root: string): boolean {
    return this.#trusted.has(root);
  }

  /** Returns the root of the repository that is trusted from now on. */
  trust(root: string): string {
    return this.#trusted.add(root);
  }

  /** `false` when it was not trusted. */
  revoke(root: string): boolean {
    return this.#trusted.remove(root);
  }

  /** Sorted. */
  list(): string[] {
    return this.#trusted.list();
  }
}

const trustedList = {
  name: 'trusted-repositories.json',
  hint: 'It lists the repositories that you trust. Repair it, or delete it and trust them again (annotate-mcp trust).',
};
