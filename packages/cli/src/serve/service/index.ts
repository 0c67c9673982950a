export { serviceCommand } from './service-command.ts';
export { type ServiceAction, type ServiceOptions, serviceAction } from './options.ts';
export { runService } from './service.ts';
