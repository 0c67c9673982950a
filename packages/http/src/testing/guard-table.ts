import { describe, expect, it } from 'vitest';

import { guard } from '../guard.ts';
import type { PolicyName } from '../policies.ts';
import type { GuardOptions, RequestFacts } from '../request-facts.ts';

import { factsWith } from './facts.ts';

export interface GuardRow {
  name: string;
  policy?: PolicyName;
  facts: Partial<RequestFacts>;
  options?: GuardOptions;
  /** The code of the refusal; `null` when the request passes. */
  expected: string | null;
}

export const token = 'q1W2e3R4t5Y6u7I8o9P0';

/** Every row is judged by the whole guard, so no rule can be tested into letting through what another stops. */
export function describeGuard(subject: string, rows: readonly GuardRow[]): void {
  describe(`the guard, by ${subject},`, () => {
    it.each(rows)('$name', ({ policy = 'page', facts, options = {}, expected }) => {
      const refusal = guard(factsWith(facts), policy, options);
      expect(refusal?.code ?? null).toBe(expected);
      if (refusal === null) return;
      expect([400, 401, 403, 413]).toContain(refusal.status);
      expect(refusal.message).toMatch(/^.{10,}\.$/);
      expect(refusal.hint).toMatch(/^.{10,}\.$/);
      expect(JSON.stringify(refusal)).not.toContain(token);
    });
  });
}
