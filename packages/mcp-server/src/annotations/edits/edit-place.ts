import type { ToolContext } from '../../tool.ts';

import type { EditPlace } from './edit-recorder.ts';

export function editPlaceOf({ root, agent, store }: ToolContext): EditPlace {
  return { root, folder: agent.folder, storeUrl: store.url };
}
