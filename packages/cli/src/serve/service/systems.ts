import { CliError } from '../../errors.ts';

import { launchd } from './launchd.ts';
import type { ServiceSystem } from './system.ts';
import { systemd } from './systemd.ts';
import { taskScheduler } from './task-scheduler.ts';

export const systems: readonly ServiceSystem[] = [systemd, launchd, taskScheduler];

export function systemOf(platform: NodeJS.Platform): ServiceSystem {
  const system = systems.find((each) => each.platform === platform);
  if (system !== undefined) return system;
  throw new CliError('serve/no-service', `annotate-mcp cannot install a service on ${platform}.`, {
    hint: 'Start "annotate-mcp serve" at login in another way.',
  });
}
