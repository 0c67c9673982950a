/** Who has a page open or had one lately: pages offer these people for mentions, and name them. */
import { cleanName, type HubMessage, peopleIn, type Person } from '@annotate-mcp/core';
import type { Sessions } from '@annotate-mcp/store';

import type { Speaker } from './speaker.ts';

export interface PeopleDeps {
  readonly sessions: Pick<Sessions, 'list'>;
  /** What git calls the person at this machine; `null` when that is not known. */
  readonly readName: () => Promise<string | null>;
  readonly broadcast: (message: HubMessage) => void;
  readonly onError: (error: unknown) => void;
}

export class People {
  readonly #deps: PeopleDeps;
  #nameHere: Promise<string | null> | undefined;
  /** What was sent to all pages last, without times. */
  #sent = '';

  constructor(deps: PeopleDeps) {
    this.#deps = deps;
  }

  /** What the person calls themselves; at this machine, until they say a name, what git calls them. */
  async nameOf(
    said: string | undefined,
    { local }: Pick<Speaker, 'local'>,
  ): Promise<Pick<Speaker, 'authorName'>> {
    const name = cleanName(said ?? '') ?? (local ? await this.#readNameHere() : null);
    return name === null ? {} : { authorName: name };
  }

  /** What a page that connects is told. All pages are told when a person is new or has another name. */
  async refresh(): Promise<Person[]> {
    const people = await this.#list();
    const names = JSON.stringify(people.map(({ id, name }) => [id, name]).sort());
    if (names !== this.#sent) this.#deps.broadcast({ type: 'people', people });
    this.#sent = names;
    return people;
  }

  /** Annotations work without these records, so that a store that cannot read them is reported and nothing else happens. */
  async #list(): Promise<Person[]> {
    const sessions = await this.#deps.sessions.list().catch((error: unknown) => {
      this.#deps.onError(error);
      return [];
    });
    const present = sessions.flatMap(({ authorId: id, authorName: name, lastSeenAt }) =>
      id === undefined ? [] : [{ id, ...(name !== undefined && { name }), lastSeenAt }],
    );
    return [...peopleIn([], present).values()];
  }

  /** Read once, with the first page: a dev server does not start git. */
  #readNameHere(): Promise<string | null> {
    return (this.#nameHere ??= this.#deps.readName());
  }
}
