export { type Available, commandOf, onlyInstalled } from './choose-agent.ts';
export { commandLineOf } from './presets/command-line.ts';
export { presetsFor } from './presets/index.ts';
export type { AgentCommand, Preset } from './presets/preset.ts';
export { type Choice, projectKey, rememberChoice, rememberedChoice } from './remembered-choice.ts';
export { askWhichAgent } from './start-question.ts';
export { startWork, type RunningWork, type WorkOptions } from './start-work.ts';
