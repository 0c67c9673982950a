export type { OverlayConfig } from './config.ts';
