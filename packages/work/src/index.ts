export { type Available, commandOf, onlyInstalled } from './choose-agent.ts';
export { commandLineOf } from './presets/command-line.ts';
export { presetsFor } from './presets/index.ts';
export type { AgentCommand, Preset } from './presets/preset.ts';
export { projectKey } from './project-file.ts';
export { type Choice, rememberChoice, rememberedChoice } from './remembered-choice.ts';
export { RememberedSettings } from './settings/remembered-settings.ts';
export { askWhichAgent } from './start-question.ts';
export { startWork, type RunningWork, type WorkOptions } from './start-work.ts';
