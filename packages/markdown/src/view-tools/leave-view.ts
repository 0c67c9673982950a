import { z } from 'zod';

import { defineViewTool } from './view-tool.ts';

/** A frame or tab that shows the view is being closed, or loaded again. Agents are told when no other follows. */
export const leaveView = defineViewTool({
  name: 'leave_view',
  title: 'Tell that a view is closed',
  input: () => z.object({ instance: z.string().min(1).max(100) }),
  readOnly: false,
  run: async ({ instance }, { view }) => {
    view.leave(instance);
    return {};
  },
});
