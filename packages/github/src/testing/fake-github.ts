/** A server that answers the requests of this program as GitHub does, and fails as GitHub and networks do. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

import { answerGraphql } from './fake-graphql.ts';
import type { FakeAnswer, FakeRequest } from './fake-messages.ts';
import { FakePullRequest, type FakeUser } from './fake-pull-request.ts';
import { answerRest } from './fake-rest.ts';

/**
 * What happens to requests instead of an answer. `before`: it never arrives. `after`: it is carried out, and the answer
 * is lost. `inside`: the connection is cut within the answer.
 */
export type Fault = { cut: 'before' | 'after' | 'inside' } | FakeAnswer;

export class FakeGitHub {
  readonly requests: FakeRequest[] = [];
  readonly pullRequests: FakePullRequest[] = [];
  /** By token. */
  readonly users = new Map<string, FakeUser>();
  /** Repositories that are forks, as `owner/name`, and what they were forked from. */
  readonly forks = new Map<string, string>();
  readonly #faults: { match: (request: FakeRequest) => boolean; fault: Fault; times: number }[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  /** As GitHub Enterprise has it. */
  apiUrl = '';

  static async open(): Promise<FakeGitHub> {
    const github = new FakeGitHub();
    github.#server.on('connection', (socket) => {
      github.#sockets.add(socket);
      socket.once('close', () => github.#sockets.delete(socket));
    });
    await new Promise<void>((resolve) => github.#server.listen(0, '127.0.0.1', resolve));
    // The server listens on a port, so that its address is not a path.
    const { port } = github.#server.address() as AddressInfo;
    github.apiUrl = `http://127.0.0.1:${port}/api/v3`;
    return github;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  addPullRequest(pullRequest: ConstructorParameters<typeof FakePullRequest>[0]): FakePullRequest {
    const added = new FakePullRequest(pullRequest);
    this.pullRequests.push(added);
    return added;
  }

  /** The next requests that match fail in this way. */
  failNext(match: (request: FakeRequest) => boolean, fault: Fault, times = 1): void {
    this.#faults.push({ match, fault, times });
  }

  stopFailing(): void {
    this.#faults.length = 0;
  }

  /** Requests that write. */
  writes(): FakeRequest[] {
    return this.requests.filter(
      ({ method, path, body }) =>
        method !== 'GET' && (!path.startsWith('/api/graphql') || String(body.query).startsWith('mutation')),
    );
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const received = await readRequest(request);
    this.requests.push(received);
    const planned = this.#faults.find(({ match, times }) => times > 0 && match(received));
    if (planned !== undefined) planned.times -= 1;
    const fault = planned?.fault;
    if (fault !== undefined && !('cut' in fault)) {
      send(response, fault);
      return;
    }
    if (fault?.cut === 'before') return void request.socket.destroy();
    const answer = this.#carryOut(received, request.headers.authorization ?? '');
    if (fault?.cut === 'after') return void request.socket.destroy();
    if (fault?.cut !== 'inside') {
      send(response, answer);
      return;
    }
    const text = JSON.stringify(answer.body);
    response.writeHead(answer.status, { 'content-type': json, 'content-length': Buffer.byteLength(text) });
    response.write(text.slice(0, text.length / 2), () => request.socket.destroy());
  }

  #carryOut(request: FakeRequest, authorization: string): FakeAnswer {
    const user = this.users.get(authorization.replace(/^(token|bearer) /i, ''));
    if (user === undefined) return { status: 401, body: { message: 'Bad credentials' } };
    return request.path === '/api/graphql'
      ? answerGraphql(request, user, this.pullRequests)
      : answerRest(request, user, this);
  }
}

const json = 'application/json; charset=utf-8';

function send(response: ServerResponse, { status, body, headers }: FakeAnswer): void {
  response.writeHead(status, { 'content-type': json, ...headers });
  response.end(JSON.stringify(body));
}

async function readRequest(request: IncomingMessage): Promise<FakeRequest> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  const body: unknown = text === '' ? {} : JSON.parse(text);
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    body: Object.fromEntries(Object.entries(body ?? {})),
  };
}
