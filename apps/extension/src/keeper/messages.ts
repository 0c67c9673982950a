/** Messages between the service worker and the keeper, the extension's page that outlives it. */

/** Name of the port that the keeper opens to the service worker. */
export const keeperPort = 'keeper';

/** The service worker says whether it has to be started again when Chrome stops it. */
export interface KeeperOrder {
  readonly keepAwake: boolean;
}

/** The keeper tells the service worker; `still-here` only keeps it running. */
export type KeeperNews = 'still-here' | 'bridge-changed';

/** The keeper's thread tells the keeper, once a second. */
export interface ClockTick {
  readonly hasBridgeChanged: boolean;
}
