/** What an agent pays for having our tools at hand: their list is part of every conversation. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

import type { Benchmark } from '../benchmark.ts';
import { bin } from '../bin.ts';

/** A tokenizer of English and JSON makes about one token of four characters. */
const charactersPerToken = 4;
const budget = 3_000;

export const tools: Benchmark = {
  name: 'tools',
  title: `the tool list in tokens (about ${charactersPerToken} characters each; the budget is ${budget})`,
  run: async (report) => {
    const root = mkdtempSync(join(tmpdir(), 'annotate-bench-'));
    const client = new Client({ name: 'bench', version: '1' });
    try {
      await client.connect(
        new StdioClientTransport({
          command: process.execPath,
          args: [bin(), '--root', root],
          stderr: 'ignore',
        }),
      );
      const { tools: listed } = await client.listTools();
      const rows = listed.map((tool) => ({
        tool: tool.name,
        tokens: tokensOf(tool),
        'for the model alone': tokensOf({
          name: tool.name,
          description: tool.description,
          input: tool.inputSchema,
        }),
      }));
      const total = tokensOf(listed);
      report.table('by tool', rows);
      report.table('together', [
        { tools: listed.length, tokens: total, 'share of the budget': total / budget },
      ]);
      report.result('tokens', total);
    } finally {
      await client.close();
      rmSync(root, { recursive: true, force: true });
    }
  },
};

function tokensOf(value: unknown): number {
  return Math.round(JSON.stringify(value).length / charactersPerToken);
}
