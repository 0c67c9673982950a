import type { ResolvedConfig } from 'vite';

/**
 * The names that Vite answers to, so that a tunnel listed once works for both. Vite has already added the hosts of
 * `server.host`, `server.origin` and `server.hmr`; localhost and addresses are the guard's own business, which is
 * stricter with other machines than Vite.
 */
export function allowedHostsOf({ server }: Pick<ResolvedConfig, 'server'>): readonly string[] | true {
  return server.allowedHosts === true ? true : [...server.allowedHosts];
}
