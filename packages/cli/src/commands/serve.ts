import { InvalidArgumentError } from 'commander';

import { defineCommand } from '../command.ts';
import { readWords } from '../options.ts';
import type { ServeOptions } from '../serve/serve.ts';
import { serviceOptions } from '../serve/service/options.ts';

export const serveCommand = defineCommand<ServeOptions>({
  name: 'serve',
  summary: 'MCP over HTTP with a bridge to your own Chrome; stays until you end it',
  examples: [
    'annotate-mcp serve',
    'annotate-mcp serve --network',
    'annotate-mcp serve --connection',
    'annotate-mcp serve --install --dry-run',
  ],
  configure: (command) =>
    serviceOptions(
      command
        .option('--port <port>', 'listen here; else PORT, else 3456', readPort)
        .option('--network', 'let other machines in, with the key; also NETWORK=1')
        .option('--connection', 'only print the connection string for the extension, which holds the key')
        .option('--rotate-key', 'only replace the key; a running server takes it over at once')
        .option('--extension-id <ids>', 'let extensions that you built yourself connect, too', readWords)
        .option('--allow-private-scripts', 'browser_inject_script may fetch from your private network')
        .option(
          '--toolsets <names>',
          'only these tools, so that nobody pays for what they do not use',
          readWords,
        ),
    ),
  run: async (options, terminal) => {
    const { serve } = await import('../serve/serve.ts');
    return serve(options, terminal);
  },
});

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('It has to be a number from 0 (any free one) to 65535.');
}
