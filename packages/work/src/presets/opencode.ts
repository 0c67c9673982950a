import type { Preset } from './preset.ts';

export const opencode: Preset = {
  id: 'opencode',
  name: 'opencode',
  install: 'npm install -g opencode-ai',
  find: (programs) => {
    const program = programs.find('opencode');
    if (program === null) return null;
    return {
      name: 'opencode',
      program,
      args: ['acp'],
      signIn: 'Run "opencode auth login" in a terminal.',
    };
  },
};
