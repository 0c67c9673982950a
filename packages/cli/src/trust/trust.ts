/** Decides for the person which comments that came with the repository agents get, and prints what they get now. */
import { adopt as adoptThread, type Annotation } from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';
import { RepositoryTrust, trustedFolderOf } from '@annotate-mcp/store/trust';

import type { ExitCode, GlobalOptions } from '../cli-command.ts';
import { CliError } from '../errors.ts';
import { locateStore, type StoreLocation } from '../project-store.ts';
import { printable, type Terminal } from '../terminal.ts';

import { countOf, describeWaiting, firstLine, idOf, describeWhole } from './describe-waiting.ts';
import { commentsFromRepository, commentsWithOutsideReplies, inProject } from './project-comments.ts';

export interface TrustOptions {
  only?: string[];
  /** The same, by its older name. */
  adopt?: string[];
  revoke?: boolean;
  list?: boolean;
  yes?: boolean;
  json?: boolean;
}

/** What was done, and what agents see after it. */
interface Outcome {
  /** Sentences. */
  done: string[];
  repository?: string;
  trusted?: string[];
  adopted?: Annotation[];
  /** Missing unless something waits for an answer that no person could be asked for. */
  waiting?: Annotation[];
  /** How many annotations agents see now, and how many wait for the person. */
  agents?: AgentSight;
  code?: ExitCode;
}

interface AgentSight {
  see: number;
  waiting: number;
}

export async function trust(options: TrustOptions & GlobalOptions, terminal: Terminal): Promise<ExitCode> {
  const { code = 0, ...outcome } = await decide(options, terminal);
  if (options.json === true) {
    terminal.print(JSON.stringify(outcome, null, 2));
    return code;
  }
  for (const line of outcome.done) terminal.print(line);
  if (outcome.agents !== undefined) terminal.print(describeSight(outcome.agents));
  return code;
}

async function decide(options: TrustOptions & GlobalOptions, terminal: Terminal): Promise<Outcome> {
  const trusting = new RepositoryTrust();
  if (options.list === true) return listTrusted(trusting);
  const location = locateStore(options);
  const folder = trustedFolderOf(location.file ?? location.root, location.root);
  const outcome = options.revoke === true ? revoke(trusting, folder) : await grant();
  return { ...outcome, agents: await sightOf(location) };

  /** Ids that the person wrote are an answer. Everything else is asked, after what it is about was shown. */
  async function grant(): Promise<Outcome> {
    const { only } = options;
    const isNamed = only !== undefined && !only.includes('all');
    if (isNamed) return trustOnly(only, location);
    const asked = { wanted: only === undefined ? 'repository' : 'these', folder } as const;
    const answer = await answerOf(asked, location, options, terminal);
    if (answer === 'repository') return trustFolder(trusting, folder);
    if (answer === 'these') return trustOnly(['all'], location);
    return 'ids' in answer ? trustOnly(answer.ids, location) : answer;
  }
}

interface Asked {
  /** The repository with all that comes later, or only what is here now. */
  wanted: 'repository' | 'these';
  folder: string;
}

/** What is to be trusted; an outcome when that is nothing. */
async function answerOf(
  { wanted, folder }: Asked,
  location: StoreLocation,
  { yes = false, json = false }: TrustOptions,
  terminal: Terminal,
): Promise<Asked['wanted'] | { ids: string[] } | Outcome> {
  const waiting = await waitingIn(location);
  const lines = waiting.length === 0 ? [] : describeWaiting(waiting, terminal.columns);
  if (!json) for (const line of lines) terminal.note(line);
  if (yes) return wanted;
  if (wanted === 'these' && waiting.length === 0) return nothingWaits;
  if (!terminal.canAsk || json) return notAsked(wanted, waiting);
  return askTrust({ wanted, folder, waiting }, terminal);
}

interface Question extends Asked {
  /** Already shown, in short. */
  waiting: readonly Annotation[];
}

type Answer = Question['wanted'] | { ids: string[] } | { done: string[]; code?: number };

async function askTrust(question: Question, terminal: Terminal): Promise<Answer> {
  const { wanted, folder, waiting } = question;
  const { askOne } = await import('../init/ask.ts');
  const isMany = waiting.length > 1;
  const later = wanted === 'repository' ? `, and what ${printable(folder)} brings later` : '';
  const choice =
    waiting.length === 0
      ? await askEmpty(folder, terminal)
      : await askOne(
          `Trust ${isMany ? 'them' : 'it'}? Agents do what a trusted comment asks.`,
          [
            { value: 'all', label: `${isMany ? 'Trust all' : 'Trust it'}${later}` },
            { value: 'each', label: isMany ? 'Look at each' : 'Look at it' },
            { value: 'none', label: 'Not now' },
          ],
          'none',
          terminal.dialog,
        );
  if (choice === null) return { ...nothing, code: 130 };
  // Not what may have come since: the person has not seen it.
  if (choice === 'all') return wanted === 'these' ? { ids: waiting.map(({ id }) => id) } : wanted;
  return choice === 'each' ? askEach(waiting, terminal) : nothing;
}

const nothing = { done: ['Nothing was changed.'] };

async function askEmpty(folder: string, { dialog }: Terminal): Promise<'all' | 'none' | null> {
  const message = `No comment came with this repository. Trust what ${printable(folder)} brings later?`;
  const { askYesNo } = await import('../init/ask.ts');
  const answer = await askYesNo(message, false, dialog);
  return answer === null ? null : answer ? 'all' : 'none';
}

async function askEach(waiting: readonly Annotation[], terminal: Terminal): Promise<Answer> {
  const { askYesNo } = await import('../init/ask.ts');
  const ids: string[] = [];
  for (const comment of waiting) {
    for (const line of describeWhole(comment)) terminal.note(line);
    const answer = await askYesNo('Trust it?', false, terminal.dialog);
    if (answer === null) return { ...nothing, code: 130 };
    if (answer) ids.push(comment.id);
  }
  return ids.length === 0 ? nothing : { ids };
}

const nothingWaits: Outcome = { adopted: [], done: ['No comment waits for you; nothing was changed.'] };

function notAsked(wanted: Asked['wanted'], waiting: Annotation[]): Outcome {
  const command = `annotate-mcp trust ${wanted === 'these' ? '--only all ' : ''}--yes`;
  return {
    code: 1,
    waiting,
    done: [
      'Nothing was changed: trust asks first, and this terminal cannot show a question.',
      `Run it in a terminal; or, once you have read them, "${command}".`,
    ],
  };
}

/** The annotations that agents do not get, and those with replies that agents do not get. */
async function waitingIn(location: StoreLocation): Promise<Annotation[]> {
  const answered = await commentsWithOutsideReplies(location);
  const foreign = await commentsFromRepository(location);
  const known = new Set(foreign.map(({ id }) => id));
  return [...foreign, ...answered.filter(({ id }) => !known.has(id))];
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
        ? 'You no longer trust this repository. What you trusted one by one stays so.'
        : 'You did not trust this repository; nothing was changed.',
    ],
  };
}

async function trustOnly(wanted: readonly string[], location: StoreLocation): Promise<Outcome> {
  const waiting = await waitingIn(location);
  const ids = new Set(
    wanted.includes('all') ? waiting.map(({ id }) => id) : wanted.map((one) => idIn(waiting, one)),
  );
  const adopted = await inProject(location, [], (store) => adoptAll(store, [...ids]));
  if (adopted.length === 0) return nothingWaits;
  const lines = adopted.map((comment) => `${idOf(comment)}  ${firstLine(comment)}`);
  return { adopted, done: [`You trust ${countOf(adopted.length)}; agents get them now:`, ...lines] };
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
    throw new CliError('trust/unknown', `No comment that waits for you has the id ${printable(wanted)}.`, {
      hint: 'Nothing was changed. annotate-mcp trust shows those that wait.',
    });
  }
  if (second !== undefined && first.id !== wanted) {
    throw new CliError('trust/ambiguous', `${found.length} ids begin with ${printable(wanted)}.`, {
      hint: 'Nothing was changed. Give more of the id: annotate-mcp list --json prints it whole.',
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
      : ` ${countOf(waiting)} came with the repository and ${waiting === 1 ? 'waits' : 'wait'} for you.`;
  return `Agents see ${countOf(see)} of this project now.${rest}`;
}
