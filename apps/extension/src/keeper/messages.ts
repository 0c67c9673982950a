/** Messages between the service worker and the keeper, the extension's page that outlives it. */

/** Name of the port that the keeper opens to the service worker. */
export const keeperPort = 'keeper';

/** The service worker says whether it has to be started again when Chrome stops it. */
export interface KeeperOrder {
  readonly keepAwake: boolean;
}

/** The keeper says what it has seen. A message of any kind also keeps the service worker running. */
export type KeeperNews = 'tick' | 'bridge-changed';
