/** What the extension and the server have to agree on before they say a word. */

/** `key` of the extension's manifest: gives every build of it the same id. */
export const extensionKey =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA3RHevKniN5lluifikzIQEjuGty5adi5Mf6f/zcTNYOPjRlqufuNR+bQlhyeaP1Ar0Ir8OapLXsL3fUgCQliYsI3ffZSlT0M2Ph7Q6upUd3Mq4HeLqakqHUhZqeCUZVeNi6+DmdLNxcvi/88HMSPEqA/7+ylscKpWmiezm4nV4DgMk9sE19WfAtC4gpFH6o0NRagFhMPJcFs3XFHb/S7oZMGvB55y9RQIndkGz/Di8EWrXfaft+akXuA6RPF0GpYsB62VvIzyaDZuWVpFHtm2/MHo6uY7hslyrQFb0y6jGiVO5vLtfupNCBbU+x7YNPG4aih+WtuHTpogujsBY8zBDQIDAQAB';

/** Follows from `extensionKey`. */
export const extensionId = 'beeadeklbdkgpfnkfddkcenahncigaai';

export const defaultPort = 3456;

/**
 * Offered beside `keySubprotocol(key)`: a browser drops a connection whose server chooses none of what it offered, and
 * the one with the key must not be sent back.
 */
export const bridgeSubprotocol = 'annotate-bridge';

/** The key travels here and not in the address, which ends up in logs. */
export function keySubprotocol(key: string): string {
  return `annotate-key.${key}`;
}
