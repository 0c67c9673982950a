/** Arguments of commands, for the list that models get and for the schemas of the commands. */
import { z } from 'zod';

import { longestReplacement } from '@annotate-mcp/core';

export const commentId = () => z.string().min(1).max(200);
export const blockId = () => z.string().min(1).max(200);
export const line = () => z.int().min(1);
export const quote = () => z.string().min(1).max(5_000);
export const label = () => z.string().max(200);
export const filter = () => z.enum(['new', 'open', 'all']);
/** Below the 60 s after which MCP clients give up a call. */
export const timeoutMs = () => z.int().min(0).max(50_000);
export const mode = () => z.enum(['edit', 'review']);
export const message = () => z.string().regex(/\S/, 'must not be blank').max(20_000);
/** Empty to delete the passage. */
export const replacement = () => z.string().max(longestReplacement);
export const from = () => z.string().min(1).max(200);
export const limit = () => z.int().min(1).max(200);
export const rendered = () => z.enum(['text', 'html']);
