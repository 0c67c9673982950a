/** Plays the model for Claude Code: it answers every request with one sentence, and keeps what it was asked. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ScriptedModel {
  address: string;
  /** The bodies of the requests for a message, as text. */
  requests: string[];
  close: () => void;
}

export async function startScriptedModel(): Promise<ScriptedModel> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      if (!/^\/v1\/messages(\?|$)/.test(request.url ?? '')) {
        response.end('{"input_tokens":1}');
        return;
      }
      requests.push(body);
      sendAnswer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, requests, close: () => server.close() };
}

const usage = { input_tokens: 1, output_tokens: 1 };
const ends = { stop_reason: null, stop_sequence: null };

function sendAnswer(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const message = { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [], usage, ...ends };
  for (const event of [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Done.' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { ...ends, stop_reason: 'end_turn' }, usage },
    { type: 'message_stop' },
  ])
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  response.end();
}
