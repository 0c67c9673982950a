import { interact } from './interact.ts';
import { openMarkdown } from './open-markdown.ts';

export const tools = [openMarkdown, interact] as const;
