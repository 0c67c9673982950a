import type { Store } from '@annotate-mcp/store';

import { agentStoreOf } from '../agent-store.ts';
import { registerPrompt } from '../prompt.ts';
import { registerTool } from '../register-tool.ts';
import type { ToolNeed } from '../tool.ts';
import type { Toolset } from '../toolset.ts';

import { type DocumentVerdicts, noVerdicts } from './document-verdicts.ts';
import { prompts } from './prompts/index.ts';
import { registerResources } from './resources.ts';
import { tools } from './tools/index.ts';

/**
 * What a client may do with annotations. `work` is all of it; `work-elsewhere` leaves out what needs the project's files
 * or the person's browser on this machine; `read` also leaves out what changes something or makes an agent present.
 */
export type AnnotationsUse = 'work' | 'work-elsewhere' | 'read';

export function createAnnotationsToolset(
  store: Store,
  verdicts: DocumentVerdicts = noVerdicts,
  use: AnnotationsUse = 'work',
): Toolset {
  const offered = tools.filter(({ needs }) => needsMet[use].includes(needs));
  return {
    name: 'annotations',
    instructions:
      'People point at things in their running app or text and say what should change. Take their annotations with get_all_pending, acknowledge before editing, say with update_annotation_target what a quote became if you reworded it, see the result with look_at, resolve when saved, then listen with watch_annotations.',
    register: (server, host) => {
      for (const tool of offered) registerTool(server, tool, host, (context) => context);
      for (const prompt of prompts) registerPrompt(server, prompt, store);
      registerResources(server, agentStoreOf(store), verdicts);
    },
  };
}

const needsMet: Readonly<Record<AnnotationsUse, readonly ToolNeed[]>> = {
  work: ['reading', 'work', 'machine'],
  'work-elsewhere': ['reading', 'work'],
  read: ['reading'],
};
