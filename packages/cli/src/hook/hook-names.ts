/** The hooks of coding agents that the program answers. */
export const hookNames = ['stop', 'session-start', 'plan'] as const;
export type HookName = (typeof hookNames)[number];
