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
/** Upper bound of tokens for each toolset; a user can choose one alone. */
const budgets = { annotations: 3_000, markdown: 900 };

export const tools: Benchmark = {
  name: 'tools',
  title: `the tool list in tokens (about ${charactersPerToken} characters each)`,
  run: async (report) => {
    const root = mkdtempSync(join(tmpdir(), 'annotate-bench-'));
    try {
      const families = [];
      for (const [family, budget] of Object.entries(budgets)) {
        const listed = await toolsOf(family, root);
        report.table(`${family}, by tool`, listed.map(costOf));
        const tokens = tokensOf(listed);
        families.push({
          family,
          tools: listed.length,
          tokens,
          budget,
          'share of the budget': tokens / budget,
        });
      }
      report.table('together', families);
      report.result('tokens', Object.fromEntries(families.map(({ family, tokens }) => [family, tokens])));
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
};

async function toolsOf(family: string, root: string): Promise<ListedTool[]> {
  const client = new Client({ name: 'bench', version: '1' });
  try {
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [bin(), '--root', root, '--toolsets', family],
        stderr: 'ignore',
      }),
    );
    return (await client.listTools()).tools;
  } finally {
    await client.close();
  }
}

type ListedTool = Awaited<ReturnType<Client['listTools']>>['tools'][number];

function costOf(tool: ListedTool) {
  const { name, description, inputSchema: input } = tool;
  return {
    tool: name,
    tokens: tokensOf(tool),
    'for the model alone': tokensOf({ name, description, input }),
  };
}

function tokensOf(value: unknown): number {
  return Math.round(JSON.stringify(value).length / charactersPerToken);
}
