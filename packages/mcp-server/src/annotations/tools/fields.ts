/** Inputs and outputs that several tools share. */
import { z } from 'zod';

import { kinds, sentStatuses } from '@annotate-mcp/core';

export const id = () => z.string().min(1).describe('Annotation id');
export const sessionId = () => z.string().min(1).describe('Browser tab');
export const pageUrl = () => z.string().min(1).describe('Path or any address of the page');
export const message = () => z.string().regex(/\S/, 'must not be blank').max(20_000);
export const limit = () => z.int().min(1).max(100);
export const cursor = () => z.string().describe('nextCursor of the page before');
export const status = () => z.enum(sentStatuses);
/** Of a person or an agent. */
const name = () => z.string().min(1).max(200);
export const author = () => name().describe('Name or id of the person who wrote it');
export const assignee = () => name().describe('Name of an agent or a person, "me" or "anyone"');
export const kind = () => z.enum(kinds);

/** Outputs are open: fields may be added, and a client that validates must not break. */
export const listOutput = () =>
  z.looseObject({
    annotations: z.array(z.unknown()),
    nextCursor: z.string().optional(),
  });
export const movedOutput = () => z.looseObject({ ok: z.literal(true), annotation: z.unknown() });
