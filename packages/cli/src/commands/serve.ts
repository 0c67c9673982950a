import { Option } from 'commander';

import { defineCliCommand } from '../cli-command.ts';
import { readPort, readWords } from '../options.ts';
import type { ServeOptions } from '../serve/serve.ts';
import { serviceOptions } from '../serve/service/options.ts';

export const serveCommand = defineCliCommand<ServeOptions>({
  name: 'serve',
  summary: 'MCP over HTTP with a bridge to your own Chrome; with a PostgreSQL store, a server for a team',
  examples: [
    'annotate-mcp serve',
    'annotate-mcp serve --network',
    'annotate-mcp serve --connection',
    'annotate-mcp serve --install --dry-run',
    'annotate-mcp serve --store postgres://localhost/annotate --public-url https://team.example.com',
  ],
  configure: (command) =>
    serviceOptions(
      command
        .option('--port <port>', 'the port to listen on (default: PORT, or 3456)', readPort)
        .option('--network', 'accept other machines that have the key; also NETWORK=1')
        .option('--host <address>', 'team server: the address to listen on (default: 127.0.0.1)')
        .option(
          '--public-url <url>',
          'team server: where people and agents reach it (default: ANNOTATE_PUBLIC_URL)',
        )
        .option(
          '--connection',
          'print the connection string for the extension, which contains the key, and exit',
        )
        .option('--rotate-key', 'replace the key and exit; a running server uses the new key at once')
        .option('--extension-id <ids>', 'also accept extensions that you built yourself', readWords)
        .option('--allow-private-scripts', 'let browser_inject_script fetch from your private network')
        .option('--toolsets <names>', 'offer only these toolsets, to save tokens', readWords)
        .addOption(new Option('--shared', 'end with the last client').hideHelp()),
    ),
  run: async (options, terminal) => {
    const { serve } = await import('../serve/serve.ts');
    return serve(options, terminal);
  },
});
