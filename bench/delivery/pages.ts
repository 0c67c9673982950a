/** From the socket of a page to a waiting agent, with the hub in the dev server and in a process of its own. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Client } from '@modelcontextprotocol/client';
import { WebSocket } from 'ws';

import { isRecord, protocolVersion } from '@annotate-mcp/core';
import { sampleContent } from '@annotate-mcp/core/testing';
import { createHub, createStoreHub } from '@annotate-mcp/hub';
import { openStore, type Store } from '@annotate-mcp/store';

import type { Report } from '../benchmark.ts';
import { describeGoal, medianOf, ratioOf, summarize } from '../samples.ts';

import { startAgent, waiting } from './waiting-agent.ts';

const rounds = 200;
const places = ['a process of its own', 'the dev server (baseline)'] as const;
type Place = (typeof places)[number];

interface Page {
  readonly store: Store;
  readonly agent: Client;
  readonly socket: WebSocket;
}

interface Sample {
  readonly stored: number;
  readonly delivered: number;
  readonly answered: number;
}

/** What each sample is of, with its goal in milliseconds. */
const measures = {
  stored: { what: 'page sends → page is told', goal: null },
  delivered: { what: 'page sends → watch_annotations returned', goal: 4 },
  answered: { what: 'resolve called by the client → page is told', goal: 6 },
} as const satisfies Record<keyof Sample, { what: string; goal: number | null }>;

/** Both take turns, so that what else the machine does meets both. */
export async function measurePages(report: Report): Promise<void> {
  await using opened = new AsyncDisposableStack();
  report.progress('a page, with the hub in either place');
  const pages = new Map<Place, Page>();
  for (const place of places) pages.set(place, await openPage(place, opened));
  const samples = new Map<Place, Sample[]>(places.map((place) => [place, []]));
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? places : places.toReversed();
    for (const place of order) {
      const page = pages.get(place);
      if (page !== undefined) samples.get(place)?.push(await comment(page));
    }
  }
  const of = (place: Place, what: keyof Sample) => (samples.get(place) ?? []).map((sample) => sample[what]);
  const rows = (['stored', 'delivered', 'answered'] as const).flatMap((name) => {
    const { what, goal } = measures[name];
    const baseline = of('the dev server (baseline)', name);
    return places.map((place) => {
      const ours = of(place, name);
      const ratio = ratioOf(ours.map((ms, round) => ({ ours: ms, baseline: baseline[round] ?? NaN })));
      const middle = medianOf(ours);
      return {
        what,
        'the hub is in': place,
        ...summarize(ours),
        'p50 at most (95 %)': middle.high,
        'this ÷ baseline': ratio.value,
        '÷ at most (95 %)': ratio.high,
        goal: goal === null || place !== 'a process of its own' ? '–' : describeGoal(middle, goal),
      };
    });
  });
  report.table('a comment through the socket of a page (ms)', rows);
  report.result('page', rows);
}

/** `traceFile`: where the agent, which then runs from source, writes its steps when it ends. */
export async function openPage(
  place: Place,
  opened: AsyncDisposableStack,
  traceFile?: string,
): Promise<Page> {
  const root = mkdtempSync(join(tmpdir(), 'annotate-bench-'));
  opened.defer(() => rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  mkdirSync(join(root, '.git'));
  const store = await openStore(undefined, { root });
  opened.defer(() => store.close());
  const options = { projectRoot: root, onError: (error: unknown) => console.error(error) };
  const isOwn = place === 'a process of its own';
  const hub = isOwn ? await createHub(options) : await createStoreHub({ ...options, store });
  opened.defer(() => hub.close());
  const server = createServer((_request, response) => response.end());
  hub.attach(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.defer(() => void server.close());
  const agent = opened.use(await startAgent(root, traceFile));
  const origin = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const socket = new WebSocket(`ws://${origin}/__annotate`, { origin: `http://${origin}` });
  opened.defer(() => socket.terminate());
  await once(socket, 'open');
  const authorSecret = randomUUID();
  socket.send(
    JSON.stringify({
      type: 'session:resume',
      protocol: protocolVersion,
      authorSecret,
      url: `http://${origin}/`,
    }),
  );
  await received(socket, ({ type }) => type === 'agents:presence');
  return { store, agent: agent.client, socket };
}

/** `onSend` is called when the page is about to send it. */
export async function comment({ store, agent, socket }: Page, onSend?: () => void): Promise<Sample> {
  const watching = agent.callTool({ name: 'watch_annotations', arguments: {} });
  await waiting(store);
  const id = randomUUID();
  const { appId, authorId, sessionId, ...content } = sampleContent('component');
  const answered = received(socket, ({ ref }) => ref === id);
  onSend?.();
  const sent = performance.now();
  socket.send(JSON.stringify({ type: 'annotation:create', ref: id, payload: { ...content, id } }));
  const { type } = await answered;
  const stored = performance.now() - sent;
  if (type !== 'message:done') throw new Error(`The hub answered ${String(type)}.`);
  await watching;
  const delivered = performance.now() - sent;
  const told = received(socket, (message) => statusIn(message, id) === 'resolved');
  const resolvedAt = performance.now();
  const resolving = agent.callTool({ name: 'resolve', arguments: { id, summary: 'done' } });
  await told;
  const answeredAfter = performance.now() - resolvedAt;
  await resolving;
  return { stored, delivered, answered: answeredAfter };
}

type Message = Readonly<Record<string, unknown>>;

/** The status that a change tells of this annotation. */
function statusIn({ type, annotation }: Message, id: string): unknown {
  if (type !== 'annotation:updated' || !isRecord(annotation) || annotation.id !== id) return undefined;
  return annotation.status;
}

function received(socket: WebSocket, isWanted: (message: Message) => boolean): Promise<Message> {
  return new Promise((resolve) => {
    const read = (data: Buffer): void => {
      const message = JSON.parse(data.toString()) as Message;
      if (!isWanted(message)) return;
      socket.off('message', read);
      resolve(message);
    };
    socket.on('message', read);
  });
}
