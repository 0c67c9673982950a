import { angular } from './angular.ts';
import { config } from './config.ts';
import { hub } from './hub.ts';
import type { Integration } from './integration.ts';
import { server } from './server.ts';

export const integrations: readonly Integration[] = [angular, config, hub, server];
