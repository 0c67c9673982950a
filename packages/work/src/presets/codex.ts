import { fetched, type Preset } from './preset.ts';

const signIn = 'Run "codex login" in a terminal, or set OPENAI_API_KEY.';

export const codex: Preset = {
  id: 'codex',
  name: 'Codex',
  install: 'npm install -g @openai/codex @zed-industries/codex-acp',
  find: (programs) => {
    const program = programs.find('codex-acp');
    if (program !== null) return { name: 'Codex', program, args: [], signIn };
    return fetched(programs, {
      name: 'Codex',
      agent: 'codex',
      adapter: '@zed-industries/codex-acp',
      signIn,
    });
  },
};
