import type { ResolvedConfig } from 'vite';

/**
 * The host names that Vite allows, so that a tunnel has to be listed only once. Vite has already added the hosts of
 * `server.host`, `server.origin` and `server.hmr`. The guard itself decides about localhost and IP addresses; it is
 * stricter with other machines than Vite.
 */
export function allowedHostsOf({ server }: Pick<ResolvedConfig, 'server'>): readonly string[] | true {
  return server.allowedHosts === true ? true : [...server.allowedHosts];
}
