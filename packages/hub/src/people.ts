/** Who has a page open or had one lately: pages offer these people for mentions, and name them. */
import { cleanName, type HubMessage, peopleIn, type Person } from '@annotate-mcp/core';
import type { Sessions } from '@annotate-mcp/store';

import { authorIdFrom, localAuthorId } from './author-id.ts';
import type { MachinePerson } from './machine-person.ts';
import type { Speaker } from './speaker.ts';

export interface PeopleDeps {
  readonly sessions: Pick<Sessions, 'list'>;
  /** What git calls the person at this machine; `null` when that is not known. */
  readonly readName: () => Promise<string | null>;
  /** `null` where each browser is a person of its own. */
  readonly machinePerson: MachinePerson | null;
  readonly broadcast: (message: HubMessage) => void;
  readonly onError: (error: unknown) => void;
}

/** A hundred pages that come back at once would else tell each other a hundred times who all of them are. */
const tellMs = { least: 100, forEachPerson: 2 };

export class People {
  readonly #deps: PeopleDeps;
  #nameHere: Promise<string | null> | undefined;
  #newest: Person[] = [];
  #reading: Promise<Person[]> | undefined;
  /** The read that begins when the one under way has ended. */
  #nextRead: Promise<Person[]> | undefined;
  /** What all pages heard last. */
  #told: Person[] = [];
  #toldAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: PeopleDeps) {
    this.#deps = deps;
  }

  /** Who speaks with this secret. `null` is a script without one, which only this machine may have. */
  authorOf(secret: string | null, { local }: Pick<Speaker, 'local'>): string {
    const browser = secret === null ? null : authorIdFrom(secret);
    const { machinePerson } = this.#deps;
    if (!local || machinePerson === null) return browser ?? localAuthorId;
    return browser === null ? (machinePerson.id ?? localAuthorId) : machinePerson.idFor(browser);
  }

  /**
   * What the person calls themselves in this browser; at this machine, until they say a name there, what they said in
   * another one, or else what git calls them.
   */
  async nameOf(
    said: string | undefined,
    { local }: Pick<Speaker, 'local'>,
  ): Promise<Pick<Speaker, 'authorName'>> {
    const own = cleanName(said ?? '');
    const machinePerson = local ? this.#deps.machinePerson : null;
    if (own !== null && machinePerson?.name === null) machinePerson.rename(own);
    const name = own ?? machinePerson?.name ?? (local ? await this.#readNameHere() : null);
    return name === null ? {} : { authorName: name };
  }

  /** What the person at this machine is called where a page says neither who nor what its person is. */
  async nameHere(): Promise<Pick<Speaker, 'authorName'>> {
    return this.#deps.machinePerson === null ? {} : this.nameOf(undefined, { local: true });
  }

  /** The person has said another name. */
  renamed(name: string, { local }: Pick<Speaker, 'local'>): void {
    if (local) this.#deps.machinePerson?.rename(name);
  }

  /** What a connecting page hears. All pages hear of a new person or another name. */
  async refresh(): Promise<Person[]> {
    const people = await this.#read();
    if (people !== this.#newest) {
      this.#newest = people;
      const wait = this.#toldAt + Math.max(tellMs.least, tellMs.forEachPerson * people.length);
      if (wait <= performance.now()) this.#tell();
      else this.#timer ??= setTimeout(() => this.#tell(), wait - performance.now()).unref();
    }
    return people;
  }

  /** What all pages were told while one connected that has been told of `known`; `null` when that is no news for it. */
  toldAfter(known: Person[]): Person[] | null {
    return namesOf(this.#told) === namesOf(known) || this.#told !== this.#newest ? null : this.#told;
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #tell(): void {
    this.#timer = undefined;
    if (namesOf(this.#newest) !== namesOf(this.#told)) {
      this.#deps.broadcast({ type: 'people', people: this.#newest });
      this.#toldAt = performance.now();
    }
    this.#told = this.#newest;
  }

  /** Pages that come while the list is read share the next read: the one under way may have begun before they were there. */
  #read(): Promise<Person[]> {
    this.#nextRead ??= (this.#reading ?? Promise.resolve()).then(() => {
      this.#nextRead = undefined;
      this.#reading = this.#list();
      return this.#reading;
    });
    return this.#nextRead;
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

/** The same text for the same people. Each list is compared with many others. */
function namesOf(people: readonly Person[]): string {
  const known = names.get(people);
  if (known !== undefined) return known;
  const text = people
    .map(({ id, name }) => JSON.stringify([id, name]))
    .sort()
    .join('\n');
  names.set(people, text);
  return text;
}

const names = new WeakMap<readonly Person[], string>();
