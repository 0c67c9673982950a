import type { McpServer } from '@modelcontextprotocol/server';

import type { Store } from '@annotate-mcp/store';

import { type AgentStore, agentStoreOf } from './agent-store.ts';

export interface Prompt {
  name: string;
  title: string;
  description: string;
  text(store: AgentStore): Promise<string>;
}

export function registerPrompt(server: McpServer, prompt: Prompt, store: Store): void {
  const { name, title, description } = prompt;
  server.registerPrompt(name, { title, description }, async () => ({
    messages: [{ role: 'user', content: { type: 'text', text: await prompt.text(agentStoreOf(store)) } }],
  }));
}
