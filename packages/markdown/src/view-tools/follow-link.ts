import { z } from 'zod';

import { defineViewTool } from './view-tool.ts';

/** Opens the document that a link of this one leads to, as a view of its own. */
export const followLink = defineViewTool({
  name: 'follow_link',
  title: 'Open a linked document',
  input: () => z.object({ address: z.string().min(1).max(4_096) }),
  readOnly: true,
  run: ({ address }, { openBeside }) => openBeside(address),
});
