/**
 * The person at this machine, as this user's own folder knows them. All browsers of one user on one machine are one
 * person: the first of them gives its id. A folder that cannot be read or written leaves each browser a person of its own.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { parseJson } from '@annotate-mcp/core';
import { createPrivateFile, hasErrorCode, replacePrivateFile } from '@annotate-mcp/store/files';
import { provenanceFolder } from '@annotate-mcp/store/user-folders';

const personFile = z.looseObject({
  version: z.literal(1),
  id: z.uuid(),
  name: z.string().optional(),
  /** Browsers with an id of their own whose words in a project are this person's now, newest last. */
  joined: z.array(z.object({ project: z.string(), browser: z.uuid() })).default([]),
});
type PersonFile = z.output<typeof personFile>;

const mostJoined = 500;

export class MachinePerson {
  readonly #file: string;
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void, folder = provenanceFolder()) {
    this.#file = join(folder, 'person.json');
    this.#onError = onError;
  }

  /** The person's id; that of this browser where there is none yet. */
  idFor(browserId: string): string {
    const known = this.#read();
    if (known === undefined) return browserId;
    if (known !== null) return known.id;
    this.#write(() => createPrivateFile(this.#file, textOf({ version: 1, id: browserId, joined: [] })));
    // Another process may have been quicker.
    return this.#read()?.id ?? browserId;
  }

  /** `null` before the first browser has come. */
  get id(): string | null {
    return this.#read()?.id ?? null;
  }

  get name(): string | null {
    return this.#read()?.name ?? null;
  }

  rename(name: string): void {
    this.#change((person) => (person.name === name ? person : { ...person, name }));
  }

  /** Whether what this browser wrote in the project before may still have its own id. */
  isToBeJoined(project: string, browser: string): boolean {
    const person = this.#read();
    if (person === null || person === undefined || person.id === browser) return false;
    return !person.joined.some((one) => one.project === project && one.browser === browser);
  }

  noteJoined(project: string, browser: string): void {
    this.#change((person) => ({
      ...person,
      joined: [...person.joined, { project, browser }].slice(-mostJoined),
    }));
  }

  #change(change: (person: PersonFile) => PersonFile): void {
    const person = this.#read();
    if (person === null || person === undefined) return;
    const changed = change(person);
    if (changed !== person) this.#write(() => replacePrivateFile(this.#file, textOf(changed)));
  }

  /** `null` when there is none, `undefined` when it cannot be understood: it is left as it is then. */
  #read(): PersonFile | null | undefined {
    try {
      return personFile.parse(parseJson(readFileSync(this.#file, 'utf8')));
    } catch (error) {
      if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return null;
      this.#onError(error);
      return undefined;
    }
  }

  #write(write: () => void): void {
    try {
      write();
    } catch (error) {
      this.#onError(error);
    }
  }
}

function textOf(person: PersonFile): string {
  return `${JSON.stringify(person, null, 2)}\n`;
}
