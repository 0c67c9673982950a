import { describe, expect, it } from 'vitest';

import { createSecret } from '../secrets.ts';

import { createLog, describeError, type LogEntry, logErrors } from './log.ts';

describe('the description of an error', () => {
  it('has no secret of any kind, and no password of an address', () => {
    for (const kind of ['token', 'pageKey', 'session', 'invite', 'signIn'] as const) {
      const { secret } = createSecret(kind);
      const text = describeError(new Error(`refused /k/${secret}/__annotate and Bearer ${secret}`));
      expect(text).not.toContain(secret.slice(5));
      expect(text).toContain('refused');
    }
    expect(describeError(new Error('postgres://ada:hidden@db/team is away'))).toBe(
      'Error: postgres://***@db/team is away',
    );
  });

  it('has the message only, and not the row that a database puts beside it', () => {
    const error = Object.assign(new Error('duplicate key'), {
      detail: 'Key (email)=(ada@example.com) exists.',
    });
    expect(describeError(error)).toBe('Error: duplicate key');
    expect(describeError(new Error('x'.repeat(10_000))).length).toBeLessThanOrEqual(500);
  });
});

it('writes one line for each event, whatever a text has in it', () => {
  const lines: string[] = [];
  const log = createLog(
    (line) => lines.push(line),
    () => new Date(0),
  );
  log({ level: 'error', event: 'error', message: 'first\n{"level":"info"}' });
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain('\n');
});

it('logs an error that repeats once a minute, and others at once', () => {
  const entries: LogEntry[] = [];
  let time = 0;
  const onError = logErrors(
    (entry) => entries.push(entry),
    () => time,
  );
  for (const message of ['away', 'away', 'other', 'away']) onError(new Error(message));
  expect(entries.map(({ message }) => message)).toEqual(['Error: away', 'Error: other']);
  time = 60_000;
  onError(new Error('away'));
  expect(entries).toHaveLength(3);
});
