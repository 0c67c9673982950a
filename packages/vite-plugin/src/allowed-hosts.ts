import type { ResolvedConfig } from 'vite';

/**
 * The host names that Vite allows, so that a tunnel has to be listed only once. Vite has already added the hosts of
 * `server.host`, `server.origin` and `server.hmr`. The guard itself decides about localhost and IP addresses; it is
 * stricter with other machines than Vite.
 */
export function allowedHostsOf({ server }: { server: AllowedHosts }): readonly string[] | true {
  const { allowedHosts = [] } = server;
  return allowedHosts === true ? true : [...allowedHosts];
}

// Versions of Vite before 5.4.12 and 6.0.9 do not have this setting.
type AllowedHosts = Partial<Pick<ResolvedConfig['server'], 'allowedHosts'>>;
