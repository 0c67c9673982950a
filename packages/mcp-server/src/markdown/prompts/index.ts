import { reviewMarkdown } from './review-markdown.ts';

export const prompts = [reviewMarkdown] as const;
