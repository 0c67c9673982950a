import type { Prompt } from '../../prompt.ts';

import { workLoop } from './work-loop.ts';

export const startPolling: Prompt = {
  name: 'start-polling',
  title: 'Work through annotations as they come',
  description: 'Take what people point at in the running app, change it, answer, and keep listening.',
  text: async () => `Work through the annotations that people make in the running app.\n\n${workLoop}`,
};
