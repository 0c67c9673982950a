import { afterEach, beforeEach, expect, it } from 'vitest';

import { type HubMessage, type PageMessage, protocolVersion } from '@annotate-mcp/core';
import { uuidOf } from '@annotate-mcp/core/testing';

import { connect, type Connection } from './connection.ts';
import type { PageEnvironment, TextSocketEvents } from './page-environment.ts';

/** Only the order of things is tested here, by hand on a line without a hub. */
let line: TextSocketEvents;
let said: PageMessage[];
let problems: string[];
let connection: Connection;

const site = 'http://localhost:4200';
const ignore = () => undefined;

beforeEach(async () => {
  [said, problems] = [[], []];
  const opened = new Promise<void>((resolve) => {
    const environment: PageEnvironment = {
      address: () => `${site}/a`,
      openSocket(_, events) {
        line = events;
        resolve();
        return { send: (text) => said.push(JSON.parse(text) as PageMessage), close: ignore };
      },
      fetch: () => Promise.reject(new Error('There is no hub.')),
      storages: { local: null, session: null },
      pictures: {
        put: () => Promise.resolve(),
        get: () => Promise.resolve(undefined),
        remove: () => Promise.resolve(),
      },
      locks: null,
      events: new EventTarget(),
      isVisible: () => true,
    };
    connection = connect({ hub: '/__annotate', appId: '.' }, events(), environment, { inPortions: true });
  });
  await opened;
  line.onOpen();
  hear({
    type: 'session:created',
    protocol: protocolVersion,
    session: { id: uuidOf(1), appId: '.', url: `${site}/a`, active: true, createdAt: '', lastSeenAt: '' },
    authorId: uuidOf(2),
    local: true,
  });
});

afterEach(() => connection.close());

it('asks for the page that the app has shown while the hub read another', () => {
  connection.navigated(`${site}/b`);
  hearList();
  expect(asked()).toEqual([{ type: 'annotations:page', url: `${site}/b` }]);
});

it('asks for a page once, and for none that the list was for', () => {
  hearList();
  expect(asked()).toEqual([]);
  connection.navigated(`${site}/b`);
  connection.navigated(`${site}/b#top`);
  expect(asked()).toHaveLength(1);
});

it('asks again for the page when the hub sends a new list, which may be for the page before', () => {
  hearList();
  connection.navigated(`${site}/b`);
  hear({ type: 'annotations:sync', annotations: [], briefs: [], rest, cursor: '2' });
  expect(asked()).toEqual(Array(2).fill({ type: 'annotations:page', url: `${site}/b` }));
});

it('knows when the hub has answered, and when it has refused', async () => {
  hearList();
  const answers = [ask(), ask()];
  const [first, second] = said.slice(-2);
  hear({ type: 'error', code: 'store/failed', message: 'The disk is full.', ref: first?.ref ?? '' });
  hear({ type: 'message:done', ref: second?.ref ?? '' });
  expect(await Promise.all(answers)).toEqual([false, true]);
  expect(problems).toHaveLength(1);
});

it('waits for no answer after the connection is lost, nor without one', async () => {
  hearList();
  const answer = ask();
  line.onClose();
  expect(await answer).toBe(false);
  expect(await ask()).toBe(false);
});

const rest = { counts: { open: 300, closed: 0 }, next: { open: 'n', closed: null } };

function ask(): Promise<boolean> {
  return connection.ask({ type: 'annotations:next', list: 'open', next: 'n' });
}

function hear(message: HubMessage): void {
  line.onText(JSON.stringify(message));
}

function hearList(): void {
  hear({ type: 'annotations:sync', annotations: [], briefs: [], rest, cursor: '1' });
  hear({ type: 'agents:presence', agents: [] });
}

function asked(): PageMessage[] {
  return said.filter(({ type }) => type === 'annotations:page');
}

function events(): Parameters<typeof connect>[1] {
  return {
    onAnnotations: ignore,
    onState: ignore,
    onStoreProblem: ignore,
    onMe: ignore,
    onPeople: ignore,
    onSeen: ignore,
    onAgents: ignore,
    onWork: ignore,
    onLookRequest: ignore,
    onManifest: ignore,
    onProblem: (text) => problems.push(text),
    onRefused: ignore,
  };
}
