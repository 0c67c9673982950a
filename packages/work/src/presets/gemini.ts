import type { Preset } from './preset.ts';

export const gemini: Preset = {
  id: 'gemini',
  name: 'Gemini',
  install: 'npm install -g @google/gemini-cli',
  find: (programs) => {
    const program = programs.find('gemini');
    if (program === null) return null;
    return {
      name: 'Gemini',
      program,
      args: ['--acp'],
      signIn: 'Run "gemini" in a terminal once and sign in, or set GEMINI_API_KEY.',
    };
  },
};
