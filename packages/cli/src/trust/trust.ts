/** Decides for the person which comments that came with the repository agents get, and prints what they get now. */
import { adopt as adoptThread, type Annotation } from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';
import { RepositoryTrust, trustedFolderOf } from '@annotate-mcp/store/trust';

import type { GlobalOptions } from '../command.ts';
import { CliError } from '../errors.ts';
import { locateStore, type StoreLocation } from '../project-store.ts';
import { printable, type Terminal } from '../terminal.ts';

import { commentsFromRepository, commentsWithOutsideReplies, inProject } from './project-comments.ts';

export interface TrustOptions {
  adopt?: string[];
  revoke?: boolean;
  list?: boolean;
  json?: boolean;
}

/** What was done, and what agents see after it. */
interface Outcome {
  /** Sentences. */
  done: string[];
  repository?: string;
  trusted?: string[];
  adopted?: Annotation[];
  /** How many annotations agents see now, and how many wait for the person. */
  agents?: AgentSight;
}

interface AgentSight {
  see: number;
  waiting: number;
}

export async function trust(options: TrustOptions & GlobalOptions, terminal: Terminal): Promise<void> {
  const outcome = await decide(options);
  if (options.json === true) {
    terminal.print(JSON.stringify(outcome, null, 2));
    return;
  }
  for (const line of outcome.done) terminal.print(line);
  if (outcome.agents !== undefined) terminal.print(describeSight(outcome.agents));
}

async function decide(options: TrustOptions & GlobalOptions): Promise<Outcome> {
  const trusting = new RepositoryTrust();
  if (options.list === true) return listTrusted(trusting);
  const location = locateStore(options);
  const folder = trustedFolderOf(location.file ?? location.root, location.root);
  const outcome =
    options.adopt !== undefined
      ? await adopt(options.adopt, location)
      : options.revoke === true
        ? revoke(trusting, folder)
        : trustFolder(trusting, folder);
  return { ...outcome, agents: await sightOf(location) };
}

function listTrusted(trusting: RepositoryTrust): Outcome {
  const trusted = trusting.list();
  return { trusted, done: trusted.length === 0 ? ['You trust no repository.'] : trusted };
}

function trustFolder(trusting: RepositoryTrust, folder: string): Outcome {
  const repository = trusting.trust(folder);
  return {
    repository,
    done: [
      `You trust ${repository}: agents get the comments that come with it, now and later.`,
      'To undo this: annotate-mcp trust --revoke',
    ],
  };
}

function revoke(trusting: RepositoryTrust, folder: string): Outcome {
  const wasTrusted = trusting.revoke(folder);
  return {
    done: [
      wasTrusted
        ? 'You no longer trust this repository. What you adopted one by one stays yours.'
        : 'You did not trust this repository; nothing was changed.',
    ],
  };
}

async function adopt(wanted: readonly string[], location: StoreLocation): Promise<Outcome> {
  const answered = await commentsWithOutsideReplies(location);
  const foreign = await commentsFromRepository(location);
  const known = new Set(foreign.map(({ id }) => id));
  const waiting = [...foreign, ...answered.filter(({ id }) => !known.has(id))];
  const ids = new Set(
    wanted.includes('all') ? waiting.map(({ id }) => id) : wanted.map((one) => idIn(waiting, one)),
  );
  const adopted = await inProject(location, [], (store) => adoptAll(store, [...ids]));
  if (adopted.length === 0)
    return { adopted, done: ['No comment waits to be adopted; nothing was changed.'] };
  const lines = adopted.map(
    ({ id, annotationText }) => `${printable(id).slice(0, 8)}  ${printable(annotationText)}`,
  );
  return { adopted, done: [`Adopted ${count(adopted.length)}:`, ...lines] };
}

/** The annotations themselves, and what others wrote to them in another service. */
async function adoptAll(store: Store, ids: readonly string[]): Promise<Annotation[]> {
  const adopted = new Map((await store.adopt(ids)).map((annotation) => [annotation.id, annotation]));
  const at = new Date();
  for (const id of ids) {
    const updated = await store.update(id, (annotation) =>
      annotation.outsideReplies === undefined
        ? annotation
        : adoptThread(annotation, { type: 'person', authorId: annotation.authorId }, at),
    );
    const after = updated?.after ?? null;
    if (after !== null && after !== updated?.before) adopted.set(id, after);
  }
  return [...adopted.values()];
}

function idIn(waiting: readonly Annotation[], wanted: string): string {
  const found = waiting.filter(({ id }) => id.startsWith(wanted));
  const [first, second] = found;
  if (first === undefined) {
    throw new CliError(
      'trust/unknown',
      `No comment that waits to be adopted has the id ${printable(wanted)}.`,
      {
        hint: 'Nothing was adopted. annotate-mcp list marks those that came with the repository.',
      },
    );
  }
  if (second !== undefined && first.id !== wanted) {
    throw new CliError('trust/ambiguous', `${found.length} ids begin with ${printable(wanted)}.`, {
      hint: 'Nothing was adopted. Give more of the id: annotate-mcp list --json prints it whole.',
    });
  }
  return first.id;
}

function sightOf(location: StoreLocation): Promise<AgentSight> {
  return inProject(location, { see: 0, waiting: 0 }, async (store) => ({
    see: await store.count({ origin: 'own' }),
    waiting: await store.count({ origin: 'repository' }),
  }));
}

function describeSight({ see, waiting }: AgentSight): string {
  const rest =
    waiting === 0
      ? ''
      : ` ${count(waiting)} came with the repository and ${waiting === 1 ? 'waits' : 'wait'} for you.`;
  return `Agents see ${count(see)} of this project now.${rest}`;
}

function count(comments: number): string {
  return comments === 1 ? '1 comment' : `${comments} comments`;
}
