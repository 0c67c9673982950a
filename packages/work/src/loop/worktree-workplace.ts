/** Each annotation in a git worktree of its own; the person decides what becomes of each result. */
import { join } from 'node:path';

import type { ConsentPage } from '@annotate-mcp/consent';
import {
  type Annotation,
  applied,
  describeError,
  discard,
  isApart,
  SerialQueue,
  type Work,
} from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';
import { cacheFolder } from '@annotate-mcp/store/user-folders';

import { branchName } from '../git/branch-name.ts';
import type { Repository } from '../git/repository.ts';
import {
  addWorktree,
  applyWorktree,
  commitWorktree,
  diffsOf,
  removeFolder,
  removeWorktree,
  type Worktree,
} from '../git/worktree.ts';
import type { WorkRecord } from '../progress/work-record.ts';
import type { WorkWriter } from '../progress/work-writer.ts';
import { projectKey } from '../project-file.ts';

import {
  type AgentSetup,
  mayGoOn,
  nameIn,
  type ReadyAgent,
  startAgentIn,
  type Workplace,
} from './workplace.ts';

export interface WorktreeDeps {
  store: Pick<Store, 'update'>;
  root: string;
  now: () => Date;
  repository: Repository;
  setup: AgentSetup;
  ask: ConsentPage['ask'];
  log: (line: string) => void;
  onError: (error: unknown) => void;
  /** Default: a folder of the user's cache. */
  folder?: string;
}

interface OpenWorktree {
  worktree: Worktree;
  agent: ReadyAgent;
  /** Withdraws the question what becomes of the result. */
  withdraw: AbortController;
  decided: Promise<void>;
}

export class WorktreeWorkplace implements Workplace {
  readonly #deps: WorktreeDeps;
  readonly #folder: string;
  readonly #open = new Map<string, OpenWorktree>();
  /** git locks the repository while it adds a worktree. */
  readonly #adding = new SerialQueue();

  constructor(deps: WorktreeDeps) {
    this.#deps = deps;
    this.#folder = deps.folder ?? join(cacheFolder(), 'worktrees', projectKey(deps.root));
  }

  /** An annotation that was worked on before goes on in its worktree, with a fresh process of the agent. */
  async open(annotation: Annotation): Promise<ReadyAgent> {
    const earlier = this.#open.get(annotation.id);
    earlier?.withdraw.abort();
    await earlier?.decided;
    const { setup } = this.#deps;
    const before = this.#open.get(annotation.id);
    const worktree = before?.worktree ?? (await this.#add(annotation));
    // In a worktree that is new, an earlier session would remember changes that are not there.
    const session = mayGoOn(annotation) ? before?.agent.session.id : undefined;
    const started = await startAgentIn(worktree.folder, setup, { isCopy: true, earlier: session });
    const agent: ReadyAgent = {
      ...started,
      folder: worktree.folder,
      known: new Set(started.session.id === session ? [annotation.id] : []),
      onTurnEnded: (ended, record, writer) => this.#onTurnEnded(ended ?? annotation, record, writer),
    };
    this.#open.set(annotation.id, {
      worktree,
      agent,
      withdraw: new AbortController(),
      decided: Promise.resolve(),
    });
    return agent;
  }

  /** Branches stay, their folders go. */
  async close(): Promise<void> {
    for (const { withdraw, decided, agent, worktree } of this.#open.values()) {
      withdraw.abort();
      await agent.session.close();
      await decided;
      await removeFolder(worktree);
    }
    this.#open.clear();
  }

  async #add(annotation: Annotation): Promise<Worktree> {
    const path = join(this.#folder, annotation.id.slice(0, 8));
    const worktree = await this.#adding.run(() =>
      addWorktree(this.#deps.repository, branchName(annotation), path),
    );
    if (worktree.left.length > 0) {
      const names = worktree.left.join(', ');
      this.#deps.log(
        `The agent does not see what you changed in ${names}, because a filter of git changes it.`,
      );
    }
    return worktree;
  }

  async #onTurnEnded(annotation: Annotation, record: WorkRecord, writer: WorkWriter): Promise<void> {
    const open = this.#open.get(annotation.id);
    if (open === undefined) return;
    const { worktree, agent } = open;
    await agent.session.close();
    const files = await commitWorktree(worktree, commitMessage(annotation));
    if (files.length === 0) {
      this.#open.delete(annotation.id);
      await removeWorktree(worktree);
      return;
    }
    const report = (branch: Omit<NonNullable<Work['branch']>, 'name' | 'files'>) => {
      record.set({ branch: { name: worktree.branch, files, ...branch } });
      writer.write(record.work);
    };
    report({ state: 'open' });
    this.#deps.log(`The result is on branch ${worktree.branch}.`);
    open.decided = this.#decide(annotation, files, open, report).catch((error: unknown) => {
      this.#deps.onError(error);
      record.set({ problem: describeError(error) });
      writer.write(record.work);
    });
  }

  async #decide(
    annotation: Annotation,
    files: readonly string[],
    { worktree, withdraw }: OpenWorktree,
    report: (branch: Omit<NonNullable<Work['branch']>, 'name' | 'files'>) => void,
  ): Promise<void> {
    const { setup, ask } = this.#deps;
    const diffs = await diffsOf(worktree, files);
    let problem = '';
    for (;;) {
      const answer = await ask(
        {
          kind: 'branch',
          title: problem === '' ? `What becomes of the result?` : 'The result conflicts with your files',
          annotationId: annotation.id,
          agentName: nameIn(setup),
          files: files.map((file) => ({ file })),
          diffs,
          text: `${problem}The changes are on branch ${worktree.branch}; your own files are unchanged.`,
          options: [
            {
              id: 'apply',
              name: 'Apply',
              kind: 'choice',
              hint: 'into your files; what you have not committed stays',
            },
            { id: 'discard', name: 'Throw away', kind: 'choice', hint: 'removes the branch' },
          ],
        },
        withdraw.signal,
      );
      if (answer === null) return;
      if (answer.optionId === 'discard') {
        await this.#record(annotation.id, discard);
        return this.#end(annotation.id, worktree, () => report({ state: 'discarded' }));
      }
      const { conflicts, leftOut } = await applyWorktree(worktree);
      if (conflicts === undefined) await this.#record(annotation.id, applied);
      if (leftOut !== undefined) return this.#keepBranch(annotation.id, worktree, leftOut, report);
      if (conflicts === undefined)
        return this.#end(annotation.id, worktree, () => report({ state: 'applied' }));
      report({ state: 'conflict', conflicts });
      problem = `These files were changed in another way since, so nothing was applied: ${conflicts.join(', ')}. `;
    }
  }

  /** The person may have opened it again or accepted it meanwhile; then it stays as it is. */
  async #record(id: string, move: typeof applied): Promise<void> {
    const { store, now } = this.#deps;
    await store.update(id, (annotation) =>
      isApart(annotation) ? move(annotation, { type: 'system' }, now()) : annotation,
    );
  }

  /** What was not applied is only there. */
  async #keepBranch(
    id: string,
    worktree: Worktree,
    leftOut: string[],
    report: (branch: Omit<NonNullable<Work['branch']>, 'name' | 'files'>) => void,
  ): Promise<void> {
    this.#open.delete(id);
    await removeFolder(worktree);
    this.#deps.log(
      `Left out, because a filter of git changes it: ${leftOut.join(', ')}. It is on branch ${worktree.branch}.`,
    );
    report({ state: 'applied', leftOut });
  }

  async #end(id: string, worktree: Worktree, report: () => void): Promise<void> {
    this.#open.delete(id);
    await removeWorktree(worktree);
    report();
  }
}

function commitMessage({ id, annotationText, replies }: Annotation): string {
  const [title = ''] = annotationText.trim().split('\n');
  const summary = replies.findLast(({ author }) => author === 'agent')?.message ?? '';
  return [title.slice(0, 72), annotationText, summary, `Annotation: ${id}`]
    .filter((part, index, parts) => part !== '' && parts.indexOf(part) === index)
    .join('\n\n');
}
