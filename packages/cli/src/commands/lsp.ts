import { defineCliCommand } from '../cli-command.ts';

interface LspFlags {
  /** Many editors add it to the arguments of every language server. */
  stdio?: boolean;
}

export const lspCommand = defineCliCommand<LspFlags>({
  name: 'lsp',
  summary: 'the language server for your editor, over stdin and stdout: annotations at their lines',
  examples: [
    'annotate-mcp lsp',
    'annotate-mcp lsp --root ../shop',
    'annotate-mcp lsp --store json:review.json',
  ],
  configure: (command) => command.option('--stdio', 'changes nothing; editors that add it are understood'),
  run: async (options) => {
    // From here on stdout carries messages of the protocol only.
    const { lsp } = await import('../lsp/lsp.ts');
    await lsp(options);
    return 0;
  },
});
