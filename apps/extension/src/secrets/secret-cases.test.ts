/** The table of what is secret, through requests, responses, console lines and what scripts return. */
import { describe, expect, it } from 'vitest';

import { redacted } from '@annotate-mcp/page-facts';
import { pairCases, textCases } from '@annotate-mcp/page-facts/testing/secret-cases';

import { hideInValue } from './hide-in-value.ts';
import { hideSecrets } from './hide-secrets.ts';

describe('a body', () => {
  it.each(textCases)('has a secret taken out: $name', ({ text, secret }) => {
    if (secret === null) expect(hideSecrets(text)).toBe(text);
    else expect(hideSecrets(text)).not.toContain(secret);
  });

  it.each(pairCases)('has secret members taken out: $name=$value', ({ name, value, isSecret }) => {
    const shown = isSecret ? redacted : value;
    expect(hideSecrets(JSON.stringify({ [name]: value }))).toBe(JSON.stringify({ [name]: shown }));
    expect(hideInValue({ [name]: value })).toEqual({ [name]: shown });
  });
});
