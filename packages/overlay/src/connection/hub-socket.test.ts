import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { accessEndedCode, type HubMessage, type PageMessage, protocolVersion } from '@annotate-mcp/core';

import { openHubSocket, pingEveryMs, retryDelay, answerTimeoutMs, type HubSocket } from './hub-socket.ts';
import type { TextSocket, TextSocketEvents } from './page-environment.ts';

/** Only when things happen is tested here, by hand on a line without a hub; what is said is tested against a real one. */
interface Line extends TextSocketEvents {
  readonly said: PageMessage[];
  open: boolean;
  readonly hear: (message: HubMessage) => void;
}

let lines: Line[];
let states: string[];
let problems: string[];
let heard: HubMessage[];
let socket: HubSocket;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  [lines, states, problems, heard] = [[], [], [], []];
  socket = openHubSocket('ws://localhost/__annotate', dial, () => hello, {
    onState: (state) => states.push(state),
    onSession: () => states.push('session'),
    onMessage: (message) => heard.push(message),
    onProblem: (text) => problems.push(text),
  });
});

afterEach(() => {
  socket.close();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('retryDelay', () => {
  it('tries at once, then backs off to three seconds, never longer', () => {
    const delays = (random: number) => [0, 1, 2, 3, 4, 5, 99].map((n) => retryDelay(n, () => random));
    expect(delays(0)).toEqual([0, 250, 500, 1_000, 2_000, 3_000, 3_000]);
    expect(delays(1)).toEqual([0, 200, 400, 800, 1_600, 2_400, 2_400]);
  });
});

describe('openSocket', () => {
  it('says hello first and is online when the hub has a session for it', () => {
    line().onOpen();
    expect(line().said).toEqual([hello]);
    expect(socket.send({ type: 'batch:submit' })).toBe(false);
    line().hear(created());
    expect(states).toEqual(['session', 'online']);
    expect(socket.send({ type: 'batch:submit' })).toBe(true);
  });

  it('reconnects at once after a loss, and with growing pauses while that fails', () => {
    goOnline();
    vi.advanceTimersByTime(2_000);
    const waits: number[] = [];
    for (let n = 0; n < 4; n++) {
      line().onClose();
      waits.push(untilNextLine());
    }
    expect(waits).toEqual([0, 250, 500, 1_000]);
    expect(states).toEqual(['session', 'online', 'offline']);
  });

  it('does not take a connection that is dropped at once for a good one', () => {
    const waits: number[] = [];
    for (let n = 0; n < 3; n++) {
      goOnline();
      line().onClose();
      waits.push(untilNextLine());
    }
    expect(waits).toEqual([0, 250, 500]);
  });

  it('pings every ten seconds, and reconnects when the hub does not answer for 25', () => {
    goOnline();
    vi.advanceTimersByTime(pingEveryMs);
    expect(line().said.at(-1)).toMatchObject({ type: 'session:ping' });
    vi.advanceTimersByTime(answerTimeoutMs - 1);
    expect(lines).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(lines[0]?.open).toBe(false);
    expect(states.at(-1)).toBe('offline');
  });

  it('stays connected to a hub that answers', () => {
    goOnline();
    for (let n = 0; n < 20; n++) {
      vi.advanceTimersByTime(pingEveryMs);
      line().hear({ type: 'message:done', ref: line().said.at(-1)?.ref ?? '' });
    }
    expect(lines).toHaveLength(1);
  });

  it('gives up a connection that never gets through', () => {
    vi.advanceTimersByTime(answerTimeoutMs);
    expect(lines[0]?.open).toBe(false);
    vi.advanceTimersByTime(1);
    expect(lines).toHaveLength(2);
  });

  it('checkNow reconnects at once, and pings when it is online', () => {
    for (let n = 0; n < 5; n++) {
      line().onClose();
      vi.advanceTimersByTime(3_000);
    }
    line().onClose();
    const before = lines.length;
    socket.checkNow();
    expect(lines).toHaveLength(before + 1);
    socket.checkNow();
    expect(lines).toHaveLength(before + 1);
    goOnline();
    socket.checkNow();
    expect(line().said.at(-1)).toMatchObject({ type: 'session:ping' });
  });

  it.each<{ name: string; message: HubMessage }>([
    { name: 'another version', message: created(protocolVersion + 1) },
    { name: 'a refused hello', message: { type: 'error', code: 'protocol/version', message: 'No.' } },
  ])('stops for good at $name, and says what to do', ({ message }) => {
    line().onOpen();
    line().hear(message);
    vi.advanceTimersByTime(60_000);
    socket.checkNow();
    expect(lines).toHaveLength(1);
    expect(states).toEqual(['refused']);
    expect(problems[0]).toMatch(/reload the page/);
  });

  it('stops for good when its access has ended, and says what to do', () => {
    goOnline();
    line().onClose(accessEndedCode);
    vi.advanceTimersByTime(60_000);
    socket.checkNow();
    expect(lines).toHaveLength(1);
    expect(states).toEqual(['session', 'online', 'ended']);
    expect(problems).toEqual([expect.stringMatching(/access .* has ended: sign in again.* is kept/)]);
    expect(socket.send({ type: 'batch:submit' })).toBe(false);
  });

  it.each([1001, 1006, 1012, 1013])('connects again after it was closed with %i', (code) => {
    goOnline();
    line().onClose(code);
    vi.advanceTimersByTime(60_000);
    expect(lines.length).toBeGreaterThan(1);
    expect(problems).toEqual([]);
  });

  it('tries again when the hub cannot have it just now, and says why', () => {
    line().onOpen();
    line().hear({ type: 'error', code: 'store/busy', message: 'The store is busy.', hint: 'Wait.' });
    vi.advanceTimersByTime(1);
    expect(heard).toMatchObject([{ type: 'error', code: 'store/busy' }]);
    expect(lines).toHaveLength(2);
  });

  it.each([
    'not JSON',
    '{}',
    '[]',
    'null',
    '{"type":"from:the-future"}',
    '{"type":"toString"}',
    '{"type":"annotation:created","cursor":"1"}',
    '{"type":"annotation:updated","annotation":[],"cursor":"1"}',
    '{"type":"annotation:removed","id":5,"cursor":"1"}',
    '{"type":"annotations:sync","annotations":{},"cursor":"1"}',
    '{"type":"people","people":null}',
    '{"type":"error","code":"x"}',
  ])('passes over what it cannot use: %s', (text) => {
    goOnline();
    line().onText(text);
    expect(heard).toEqual([]);
    line().onText('{"type":"manifest:update"}');
    expect(heard).toEqual([{ type: 'manifest:update' }]);
  });

  it('sends and reports nothing after it was closed', () => {
    goOnline();
    socket.close();
    vi.advanceTimersByTime(60_000);
    socket.checkNow();
    expect(lines).toHaveLength(1);
    expect(lines[0]?.open).toBe(false);
    expect(socket.send({ type: 'batch:submit' })).toBe(false);
  });
});

const hello: PageMessage = {
  type: 'session:resume',
  protocol: protocolVersion,
  authorSecret: 'a',
  url: 'http://localhost/',
};

function dial(_url: string, events: TextSocketEvents): TextSocket {
  const said: PageMessage[] = [];
  const hear = (message: HubMessage) => events.onText(JSON.stringify(message));
  const made: Line = { ...events, said, open: true, hear };
  lines.push(made);
  return {
    send: (text) => said.push(JSON.parse(text) as PageMessage),
    close: () => (made.open = false),
  };
}

function line(): Line {
  const newest = lines.at(-1);
  if (newest === undefined) throw new Error('There is no connection yet.');
  return newest;
}

function created(protocol = protocolVersion): HubMessage {
  const session = { id: 's', appId: '.', createdAt: '', lastSeenAt: '', active: true, url: '/' };
  return { type: 'session:created', protocol, session, authorId: 'a' };
}

function goOnline(): void {
  line().onOpen();
  line().hear(created());
}

function untilNextLine(): number {
  const before = lines.length;
  const since = Date.now();
  vi.advanceTimersByTime(0);
  while (lines.length === before) vi.advanceTimersByTime(1);
  return Date.now() - since;
}
