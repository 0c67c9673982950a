import type { MarkdownIt } from 'markdown-it';

export type BlockRule = Parameters<MarkdownIt['block']['ruler']['push']>[1];
export type InlineRule = Parameters<MarkdownIt['inline']['ruler']['push']>[1];
