import type { Store } from '@annotate-mcp/store';

import { agentStoreOf } from '../agent-store.ts';
import { registerPrompt } from '../prompt.ts';
import { registerTool } from '../register-tool.ts';
import type { Toolset } from '../toolset.ts';

import { prompts } from './prompts/index.ts';
import { registerResources } from './resources.ts';
import { tools } from './tools/index.ts';

export function createAnnotationsToolset(store: Store): Toolset {
  return {
    name: 'annotations',
    instructions:
      'People point at things in their running app or text and say what should change. Take their annotations with get_all_pending, acknowledge before editing, say with update_annotation_target what a quote became if you reworded it, see the result with look_at, resolve when saved, then listen with watch_annotations.',
    register: (server, host) => {
      for (const tool of tools) registerTool(server, tool, host, (context) => context);
      for (const prompt of prompts) registerPrompt(server, prompt, store);
      registerResources(server, agentStoreOf(store));
    },
  };
}
