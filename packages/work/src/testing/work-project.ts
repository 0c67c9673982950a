/** A temporary project with a store, the scripted agent as a real process, and a person who answers what is asked. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { expect } from 'vitest';

import type { Answer, Asked, ConsentPage } from '@annotate-mcp/consent';
import type { Annotation, Intent, Work } from '@annotate-mcp/core';
import { sampleAnnotation, sampleAuthor } from '@annotate-mcp/core/testing';
import { openStore, type Store, withSidecars } from '@annotate-mcp/store';
import { hasGit } from '@annotate-mcp/store/testing/machine';

import { customCommand } from '../presets/custom-command.ts';
import type { AgentCommand } from '../presets/preset.ts';
import { type RunningWork, startWork, type WorkOptions } from '../start-work.ts';

const workspace = join(import.meta.dirname, '../../../..');
const source = '--conditions=@annotate-mcp/source';
const scriptedAgent = [process.execPath, join(workspace, 'demos/agent/src/acp.ts')];
const author = sampleAuthor;

export function scriptedCommand(): AgentCommand {
  return customCommand(scriptedAgent);
}

/** What is asked and not answered yet. */
interface OpenQuestion {
  asked: Asked;
  answer: (answer: Answer) => void;
  signal: AbortSignal | undefined;
}

export interface WorkProject {
  root: string;
  /** Where the person's choices for the project are. */
  settingsFolder: string;
  store: Store;
  questions: OpenQuestion[];
  errors: unknown[];
  lines: string[];
  start: (options?: Partial<WorkOptions>) => Promise<RunningWork>;
  /** Sends an annotation on this line of `src/Card.tsx`. Returns its id. */
  send: (text: string, line?: number) => Promise<string>;
  /** Sends a comment on these words of a document, as its view stores it. Returns its id. */
  comment: (text: string, place: { path: string; quote: string; intent?: Intent }) => Promise<string>;
  get: (id: string) => Promise<Annotation>;
  move: (id: string, change: (annotation: Annotation) => Annotation) => Promise<void>;
  workOn: (id: string) => Promise<Work | undefined>;
  read: (file: string) => string;
  write: (file: string, text: string) => void;
  git: (...args: string[]) => string;
  close: () => Promise<void>;
}

export { author };

export const patience = { timeout: 15_000, interval: 20 };

export async function createWorkProject(): Promise<WorkProject> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'annotate work ')));
  const root = join(top, 'my project');
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  write('src/Card.tsx', '<section>\n  <h2>One</h2>\n  <p>Two</p>\n  <p>Three</p>\n</section>\n');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
      cwd: root,
      encoding: 'utf8',
    });
  if (hasGit) git('init', '--quiet', '--initial-branch=main');
  else mkdirSync(join(root, '.git'));
  const store = withSidecars(await openStore('sqlite:', { root }), { root });
  const questions: OpenQuestion[] = [];
  const running: RunningWork[] = [];
  const [errors, lines]: [unknown[], string[]] = [[], []];
  const workOn = async (id: string) => (await store.works.list()).find((work) => work.id === id);
  let sent = 0;
  return {
    root,
    settingsFolder: join(top, 'settings'),
    store,
    questions,
    errors,
    lines,
    start: async (options = {}) => {
      const work = await startWork({
        store,
        root,
        command: scriptedCommand(),
        version: '0.0.0',
        server: {
          command: process.execPath,
          args: [source, join(workspace, 'packages/cli/src/bin.ts'), '--root', root],
        },
        serverEnv: { ANNOTATE_CONFIG_FOLDER: process.env.ANNOTATE_CONFIG_FOLDER ?? '' },
        ask: askPerson(questions),
        agents: 1,
        worktrees: false,
        worktreeFolder: join(top, 'worktrees'),
        settingsFolder: join(top, 'settings'),
        log: (line) => lines.push(line),
        onError: (error) => errors.push(error),
        ...options,
      });
      running.push(work);
      return work;
    },
    send: async (annotationText, line = 2) => {
      const annotation = { ...sampleAnnotation({ id: crypto.randomUUID(), annotationText }), ...place(line) };
      await store.add({ ...annotation, createdAt: new Date(Date.UTC(2026, 0, 1) + sent++).toISOString() });
      return annotation.id;
    },
    comment: async (annotationText, { path, quote, intent = 'edit' }) => {
      const id = crypto.randomUUID();
      const text = readFileSync(join(root, path), 'utf8');
      const start = text.indexOf(quote);
      const line = text.slice(0, start).split('\n').length;
      const anchor = {
        ...{ line_start: line, line_end: line, char_start: start, char_end: start + quote.length, quote },
        ...{
          block_id: 'p-1',
          context_before: text.slice(0, start),
          context_after: text.slice(start + quote.length),
        },
      };
      const sidecar = await openStore(`json:${join('.claude', 'md-comments', 'plan.json')}`, { root });
      const comment = sampleAnnotation({ kind: 'markdown', id, annotationText });
      if (comment.kind === 'markdown') await sidecar.add({ ...comment, path, anchor, intent });
      await sidecar.close();
      return id;
    },
    get: async (id) => {
      const found = await store.get(id);
      expect(found).not.toBeNull();
      return found ?? sampleAnnotation();
    },
    move: async (id, change) => void (await store.update(id, change)),
    workOn,
    read: (file) => readFileSync(join(root, file), 'utf8'),
    write,
    git,
    close: async () => {
      for (const work of running) await work.close();
      await store.close();
      rmSync(top, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

function place(line: number) {
  const file = 'src/Card.tsx';
  return { componentFilePath: file, sourceLocation: { file, line, column: 3 }, targets: [] };
}

/** Keeps each question until the test answers it. */
function askPerson(questions: OpenQuestion[]): ConsentPage['ask'] {
  return (asked, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) {
        resolve(null);
        return;
      }
      const remove = () => questions.splice(questions.indexOf(question), 1);
      const question: OpenQuestion = {
        asked,
        signal,
        answer: (answer) => {
          remove();
          resolve(answer);
        },
      };
      questions.push(question);
      signal?.addEventListener('abort', () => {
        remove();
        resolve(null);
      });
    });
}
