/** Finds out what an agent changed between its claim of an annotation and its resolution. */
import { relative, sep } from 'node:path';

import type { Edit, EditedFile, NoPatch } from '@annotate-mcp/core';
import { storeFile } from '@annotate-mcp/store';
import type { PatchFiles, TreeDiff, TreeState, TreeStates } from '@annotate-mcp/store/git';

export interface EditPlace {
  /** The project's folder. */
  root: string;
  /** Where the agent works, if that is a copy of the project. */
  folder?: string | undefined;
  storeUrl: string;
}

export function editPlaceOf({
  root,
  agent,
  store,
}: {
  root: string;
  agent: { folder: string | undefined };
  store: { url: string };
}): EditPlace {
  return { root, folder: agent.folder, storeUrl: store.url };
}

export interface KnownChanges {
  /** What the agent says that it has changed, relative to the root. */
  named?: readonly string[] | undefined;
  /** Files that were compared and have changed. */
  compared: readonly string[];
}

/** An edit that was found, before it is recorded. */
export interface FoundEdit {
  edited: Edit | null;
  /** Must be called when the annotation is resolved: what counts for it does not count for another one. */
  excludeFromOtherClaims(): Promise<void>;
}

/** The annotations of one agent: how the files were when it took each of them. */
export class EditRecorder {
  readonly #before = new Map<string, TreeState>();
  readonly #objects: string | undefined;
  #git: Promise<OpenGit> | undefined;

  /** `objects` is a folder for an agent whose processes end between a claim and what follows; its owner removes it. */
  constructor(objects?: string) {
    this.#objects = objects;
  }

  /** How the files were at the claim, for `recall` of a later process. */
  stateOf(id: string): TreeState | undefined {
    return this.#before.get(id);
  }

  recall(id: string, state: TreeState): void {
    this.#before.set(id, state);
  }

  /** Must be called after a claim, before the agent edits anything. */
  async begin(place: EditPlace, id: string): Promise<void> {
    this.#before.set(id, await this.#take(place));
  }

  /** A failure of git or of the disk is no reason to refuse what the agent has done: the edit is then less exact. */
  async find(place: EditPlace, id: string, known: KnownChanges): Promise<FoundEdit> {
    try {
      return await this.#find(place, id, known);
    } catch {
      return {
        edited: filesOnly([...(known.named ?? []), ...known.compared], 'no-git'),
        excludeFromOtherClaims: excludeNothing,
      };
    }
  }

  /** The last one takes the states of the files along: they are copies of the project's files. */
  forget(id: string): void {
    this.#before.delete(id);
    // What cannot be removed is in the system's folder for temporary files.
    if (this.#before.size === 0) void this.close().catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#before.clear();
    const opened = this.#git;
    this.#git = undefined;
    await (await opened)?.states.close();
  }

  async #take(place: EditPlace): Promise<TreeState> {
    try {
      return await (await this.#open(place)).states.take();
    } catch {
      // As above: the claim counts, whatever becomes of this.
      return { missing: 'no-git' };
    }
  }

  async #find(place: EditPlace, id: string, known: KnownChanges): Promise<FoundEdit> {
    const before = this.#before.get(id) ?? { missing: 'not-claimed' };
    const after = 'tree' in before ? await this.#take(place) : before;
    if (!('tree' in before) || !('tree' in after)) {
      const reason = 'missing' in before ? before.missing : 'missing' in after ? after.missing : 'no-git';
      return {
        edited: filesOnly([...(known.named ?? []), ...known.compared], reason),
        excludeFromOtherClaims: excludeNothing,
      };
    }
    const { states, patches } = await this.#open(place);
    const except = ownFiles(place);
    const diff = await states.compare(before.tree, after.tree, { files: known.named, except });
    if (diff === null)
      return { edited: filesOnly(known.compared, 'no-git'), excludeFromOtherClaims: excludeNothing };
    return {
      edited: await describeDiff(diff, known, (patch) => patches.save(id, patch)),
      excludeFromOtherClaims: () => this.#excludeFromOtherClaims(states, id, after.tree, diff),
    };
  }

  /** Agents often claim several annotations first: what was done for this one is not part of what is done for the next. */
  async #excludeFromOtherClaims(
    states: TreeStates,
    id: string,
    after: string,
    { files }: TreeDiff,
  ): Promise<void> {
    this.#before.delete(id);
    const names = files.flatMap(({ file, from }) => (from === undefined ? [file] : [file, from]));
    for (const [other, state] of this.#before) {
      if (!('tree' in state)) continue;
      const tree = await states.advance(state.tree, after, names);
      if (tree !== null && this.#before.has(other)) this.#before.set(other, { tree });
    }
  }

  /** Loaded with the first claim: a server has to start without it. */
  #open({ root, folder = root }: EditPlace): Promise<OpenGit> {
    return (this.#git ??= import('@annotate-mcp/store/git').then(({ PatchFiles, TreeStates }) => ({
      states: new TreeStates(folder, { objects: this.#objects }),
      patches: new PatchFiles(root),
    })));
  }
}

interface OpenGit {
  states: TreeStates;
  patches: PatchFiles;
}

async function describeDiff(
  { files, moreFiles, patch, noPatch = 'too-large' }: TreeDiff,
  { compared, named }: KnownChanges,
  savePatch: (patch: string) => Promise<Pick<Edit, 'patch' | 'seal'>>,
): Promise<Edit> {
  const inGit = new Set(files.flatMap(({ file, from = file }) => [file, from]));
  const wanted = named === undefined ? compared : compared.filter((file) => named.includes(file));
  // Git ignores these, or they are in a submodule.
  const outside = moreFiles > 0 ? [] : wanted.filter((file) => !inGit.has(file));
  const all: EditedFile[] = [...files, ...outside.map((file) => ({ file }))];
  if (all.length === 0) return { files: [] };
  if (outside.length > 0) return { files: all, noPatch: 'not-in-git' };
  if (patch === null) return { files, ...(moreFiles > 0 && { moreFiles }), noPatch };
  return { files, ...(await savePatch(patch)) };
}

function filesOnly(files: readonly string[], noPatch: NoPatch): Edit | null {
  const all = [...new Set(files)].map((file) => ({ file }));
  return all.length === 0 ? null : { files: all, noPatch };
}

async function excludeNothing(): Promise<void> {
  // No state of the files is known that could be passed on.
}

/** What this program itself writes while an agent works: a store in the project, and comments on documents. */
function ownFiles({ root, storeUrl }: EditPlace): string[] {
  const file = storeFile(storeUrl);
  const path = file === null ? '' : relative(root, file.path).split(sep).join('/');
  const isInside = path !== '' && !path.startsWith('../') && !path.includes(':');
  return ['.annotate', '.claude/md-comments', ...(isInside ? [path] : [])];
}
