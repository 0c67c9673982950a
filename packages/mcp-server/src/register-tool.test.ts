import { expect, it } from 'vitest';
import { z } from 'zod';

import { shortenJsonSchema } from './register-tool.ts';

it('leaves out the dialect and the limits of all integers, and keeps limits that a tool has', () => {
  const schema = z.object({
    tab_id: z.int(),
    maximum: z.int().optional().describe('An argument of this name'),
    steps: z.array(z.object({ times: z.int().min(1).max(9) })),
  });
  const short = shortenJsonSchema(z.toJSONSchema(schema, { io: 'input' }));
  expect(short).toEqual({
    type: 'object',
    properties: {
      tab_id: { type: 'integer' },
      maximum: { type: 'integer', description: 'An argument of this name' },
      steps: {
        type: 'array',
        items: {
          type: 'object',
          properties: { times: { type: 'integer', minimum: 1, maximum: 9 } },
          required: ['times'],
        },
      },
    },
    required: ['tab_id', 'steps'],
  });
});
