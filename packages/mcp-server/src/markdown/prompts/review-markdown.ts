import type { Prompt } from '../../prompt.ts';

import { reviewLoop } from './review-loop.ts';

export const reviewMarkdown: Prompt = {
  name: 'review-markdown',
  title: 'Have a Markdown file reviewed',
  description: 'Show a Markdown file, take the comments made on it, change it or answer, and keep listening.',
  text: async () =>
    `Have a Markdown file reviewed: the one that was talked about, else ask which.\n\n${reviewLoop}`,
};
