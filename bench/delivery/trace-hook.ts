/**
 * Preloaded into a process whose steps are traced: notes what it asks of the system and of SQLite, when, how long that
 * took and which code asked. `ANNOTATE_TRACE` names the file that it writes when the process ends.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync, StatementSync } from 'node:sqlite';

export interface TracedStep {
  /** Of the clock that all processes of the machine share, in milliseconds. */
  at: number;
  ms: number;
  what: string;
  /** Functions of this project, the innermost first. */
  cause: string[];
}

type Noted = Omit<TracedStep, 'cause'> & { error: Error };

const noted: Noted[] = [];
Error.stackTraceLimit = 40;

export const clock = (): number => Number(process.hrtime.bigint()) / 1e6;

export function note(what: string, at = clock(), ms = 0): void {
  // The text of a stack is made when it is read, which is after the trace.
  noted.push({ at, ms, what, error: new Error(what) });
}

export function takeSteps(): TracedStep[] {
  return noted.splice(0).map(({ error, ...step }) => ({ ...step, cause: causeOf(error) }));
}

function causeOf({ stack = '' }: Error): string[] {
  const frames = stack.split('\n').flatMap((line) => {
    const [, name = 'top level', file = ''] =
      /^\s+at (?:async )?(?:(.+?) \()?.*?(?:packages|bench)\/(\S+?\.ts):\d+/.exec(line) ?? [];
    return file === '' || file.endsWith('trace-hook.ts') ? [] : [`${name} (${file.replace('/src/', ': ')})`];
  });
  return [...new Set(frames)];
}

type Method = (this: unknown, ...values: never[]) => unknown;

/** Replaces a method by one that notes its calls. */
function trace(owner: object, name: string, describe: (self: unknown, first: unknown) => string): void {
  const original: unknown = Reflect.get(owner, name);
  if (typeof original !== 'function') throw new TypeError(`There is no ${name} to trace.`);
  const traced: Method = function (...values) {
    const at = clock();
    try {
      return Reflect.apply(original, this, values);
    } finally {
      note(describe(this, values[0]), at, clock() - at);
    }
  };
  Reflect.set(owner, name, traced);
}

const shown = (text: unknown): string => String(text).replace(/\s+/g, ' ').trim().slice(0, 60);
const fileName = (path: unknown): string => shown(path).split('/').slice(-2).join('/').slice(-40);

function traceSqlite(): void {
  trace(DatabaseSync.prototype, 'exec', (_self, sql) => `sql ${shown(sql)}`);
  for (const name of ['get', 'all', 'run'])
    trace(StatementSync.prototype, name, (self) =>
      self instanceof StatementSync ? `sql ${shown(self.sourceSQL)}` : 'sql',
    );
}

function traceFiles(): void {
  for (const name of ['statSync', 'lstatSync', 'existsSync', 'openSync', 'readdirSync', 'readFileSync'])
    trace(fs, name, (_self, path) => `${name} ${fileName(path)}`);
  trace(fs, 'writeSync', () => 'writeSync');
  const { watch } = fs;
  const watched = (
    folder: fs.PathLike,
    options: { persistent: boolean },
    listener: fs.WatchListener<string>,
  ) =>
    watch(folder, options, (event, name) => {
      note(`woken: ${name ?? 'a file'}`);
      listener(event, name);
    });
  Reflect.set(fs, 'watch', watched);
  syncBuiltinESMExports();
}

function traceStreams(): void {
  trace(process.stdout, 'write', (_self, text) => `answer written (${String(text).length} letters)`);
}

traceSqlite();
traceFiles();
const file = process.env.ANNOTATE_TRACE;
if (file !== undefined) {
  traceStreams();
  process.on('exit', () => fs.writeFileSync(file, JSON.stringify(takeSteps())));
}
