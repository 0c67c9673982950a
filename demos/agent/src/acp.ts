/** The scripted agent for clients of the Agent Client Protocol: `node acp.ts [--pace ms]`, over stdin and stdout. */
import { Readable, Writable } from 'node:stream';
import { parseArgs } from 'node:util';

import {
  agent,
  type McpServer,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  RequestError,
} from '@agentclientprotocol/sdk';

import { AcpSession } from './acp-session.ts';
import { connect, type Server } from './server.ts';

const { values } = parseArgs({ options: { pace: { type: 'string', default: '0' } } });
const pace = Number(values.pace);
const sessions = new Map<string, AcpSession>();

const connection = agent({ name: 'scripted-agent' })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: PROTOCOL_VERSION,
    agentCapabilities: { promptCapabilities: { image: true, embeddedContext: true } },
    agentInfo: { name: 'scripted-agent', title: 'Scripted agent', version: '1.0.0' },
    authMethods: [],
  }))
  .onRequest(methods.agent.session.new, async ({ params: { cwd, mcpServers }, client }) => {
    const sessionId = crypto.randomUUID();
    const server = await startServer(mcpServers, cwd);
    sessions.set(sessionId, new AcpSession({ id: sessionId, root: cwd, server, client, pace }));
    return { sessionId };
  })
  .onRequest(methods.agent.session.prompt, ({ params: { sessionId, prompt } }) => {
    const text = prompt.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
    return requireSession(sessionId).prompt(text);
  })
  .onNotification(methods.agent.session.cancel, ({ params: { sessionId } }) =>
    sessions.get(sessionId)?.cancel(),
  )
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));

void connection.closed.then(async () => {
  for (const session of sessions.values()) await session.close();
  process.exit();
});

function requireSession(id: string): AcpSession {
  const session = sessions.get(id);
  if (session === undefined) throw RequestError.invalidParams({ sessionId: id });
  return session;
}

async function startServer(servers: readonly McpServer[], root: string): Promise<Server> {
  const [ours] = servers.filter((server) => 'command' in server);
  if (ours === undefined) throw RequestError.invalidParams({ details: 'The session has no MCP server.' });
  const { command, args, env } = ours;
  const variables = Object.fromEntries(env.map(({ name, value }) => [name, value]));
  return connect(
    { root, command, args, env: variables, name: 'scripted-agent' },
    { signal: new AbortController().signal, onClose: () => undefined },
  );
}
