/** A dev server with a hub, in a process that a test ends. Prints its port first. */
import { createServer } from 'node:http';

import { startHub } from '../process/start-hub.ts';

const [root = ''] = process.argv.slice(2);
const onError = (error: unknown) => void process.stderr.write(`${String(error)}\n`);
const hub = await startHub({ projectRoot: root, onError });
const server = createServer((_request, response) => response.end('of the app'));
hub.attach(server);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? (address?.port ?? 0) : 0}\n`);
});
