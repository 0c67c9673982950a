import { isSecretPair, redacted } from '@annotate-mcp/page-facts';

import { hideSecrets } from './hide-secrets.ts';

/** Hides secrets in what a script returned: in each text, and texts that an object has under the name of a secret. */
export function hideInValue(value: unknown): unknown {
  if (typeof value === 'string') return hideSecrets(value);
  if (Array.isArray(value)) return value.map(hideInValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, isSecret(name, each) ? redacted : hideInValue(each)]),
  );
}

/** A text of several words is a message about the field, such as "The password is too short". */
function isSecret(name: string, value: unknown): boolean {
  return typeof value === 'string' && !/\s/.test(value) && isSecretPair(name, value);
}
