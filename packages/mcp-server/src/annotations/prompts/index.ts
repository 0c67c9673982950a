import { startPolling } from './start-polling.ts';
import { triage } from './triage.ts';

export const prompts = [startPolling, triage] as const;
