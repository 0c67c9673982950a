/** What the extension and the server have to agree on before they connect. */

/** `key` in the extension's manifest: with it each build has the same id. */
export const extensionKey =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA3RHevKniN5lluifikzIQEjuGty5adi5Mf6f/zcTNYOPjRlqufuNR+bQlhyeaP1Ar0Ir8OapLXsL3fUgCQliYsI3ffZSlT0M2Ph7Q6upUd3Mq4HeLqakqHUhZqeCUZVeNi6+DmdLNxcvi/88HMSPEqA/7+ylscKpWmiezm4nV4DgMk9sE19WfAtC4gpFH6o0NRagFhMPJcFs3XFHb/S7oZMGvB55y9RQIndkGz/Di8EWrXfaft+akXuA6RPF0GpYsB62VvIzyaDZuWVpFHtm2/MHo6uY7hslyrQFb0y6jGiVO5vLtfupNCBbU+x7YNPG4aih+WtuHTpogujsBY8zBDQIDAQAB';

/** Chrome derives it from `extensionKey`. */
export const extensionId = 'beeadeklbdkgpfnkfddkcenahncigaai';

/** Content: bridge-file.ts. The name is here because this file needs no schema. */
export const bridgeFileName = 'bridge.json';

/** In the extension's folder: names the build and all of its files. The extension compares it with its own. */
export const buildFileName = 'build.json';

/** Chrome takes up to four numbers, and not all of them zero, as they are before the first release. */
export function extensionVersionOf(version: string): string {
  const [numbers = ''] = /^\d+\.\d+\.\d+/.exec(version) ?? [];
  if (numbers === '') throw new Error(`package.json has version "${version}", which is none.`);
  return numbers === '0.0.0' ? '0.0.1' : numbers;
}

export const defaultPort = 3456;

/**
 * Offered together with `keySubprotocol(key)`: the server has to choose one of the offered subprotocols, or the browser
 * closes the connection, and the one with the key must not be sent back.
 */
export const bridgeSubprotocol = 'annotate-bridge';

/** The key is sent as a subprotocol and not in the URL, because URLs are logged. */
export function keySubprotocol(key: string): string {
  return `annotate-key.${key}`;
}
