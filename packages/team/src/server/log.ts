/** One line of JSON for each event. Only these fields: no address, no text of a person, no secret can get into a log. */
export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error';
  readonly event: string;
  readonly method?: string;
  /** The kind of route, never the path, which may contain a key. */
  readonly route?: string;
  readonly status?: number;
  readonly ms?: number;
  readonly project?: string;
  /** The id of a token or person. */
  readonly caller?: string;
  readonly message?: string;
}

export type Log = (entry: LogEntry) => void;

export function createLog(write: (line: string) => void, now: () => Date = () => new Date()): Log {
  return (entry) => write(JSON.stringify({ time: now().toISOString(), ...entry }));
}

const againMs = 60_000;

/** Logs each error; one that repeats, as while the database is away and is tried every half second, once a minute. */
export function logErrors(log: Log, now: () => number = Date.now): (error: unknown) => void {
  const said = new Map<string, number>();
  return (error) => {
    const message = describeError(error);
    if (now() - (said.get(message) ?? -Infinity) < againMs) return;
    // Messages may contain anything, so that their number has a limit.
    if (said.size >= 100) said.clear();
    said.set(message, now());
    log({ level: 'error', event: 'error', message });
  };
}

/** What failed, without the values that a database puts into `detail`, and without secrets in addresses. */
export function describeError(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text
    .replace(/\bann[a-z]_[\w-]{20,}/g, '***')
    .replace(/\/\/[^/@\s]*@/g, '//***@')
    .slice(0, 500);
}
