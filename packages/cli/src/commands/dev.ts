import { defineCliCommand } from '../cli-command.ts';
import type { DevOptions } from '../dev/dev.ts';
import { readPort } from '../options.ts';

export const devCommand = defineCliCommand<DevOptions>({
  name: 'dev',
  summary:
    'show the app of any dev server with the overlay, at an address of its own; the app is not changed',
  examples: [
    'annotate-mcp dev http://localhost:8000',
    'annotate-mcp dev -- npm run dev',
    'annotate-mcp dev http://localhost:8000 -- python3 manage.py runserver',
  ],
  configure: (command) =>
    command
      .argument('[address]', 'the address of your dev server')
      .argument(
        '[command...]',
        'after "--": a command that starts it; its address is read from what it prints',
      )
      .option('--port <port>', 'the port to listen on (default: 4747, or any free one)', readPort)
      .option('--insecure', 'accept any certificate of the dev server, not only on this machine'),
  run: async (options, terminal, args) => {
    const { dev } = await import('../dev/dev.ts');
    return dev(args, options, terminal);
  },
});
