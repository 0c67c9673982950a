export type { ProjectLocation } from './projects/store-source.ts';
export { type LspOptions, serveLsp } from './server.ts';
