export { serviceCommand } from './command.ts';
export { type ServiceAction, type ServiceOptions, serviceAction, serviceOptions } from './options.ts';
export { runService, type ServiceRequest, type Surroundings } from './service.ts';
