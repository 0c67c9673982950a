import { existsSync, readFileSync } from 'node:fs';

import { januaryCsv } from '../site.ts';
import type { Task } from '../task.ts';

export const download: Task = {
  name: 'download a file',
  page: 'download',
  goal: 'Download the report of January. Where is it?',
  steps: async (agent) => {
    return agent.download({ role: 'button', name: 'Export as CSV', css: '#january' });
  },
  isDone: ({ answer }) => isJanuary(answer),
};

function isJanuary(path: unknown): boolean {
  return typeof path === 'string' && existsSync(path) && readFileSync(path, 'utf8') === januaryCsv;
}
