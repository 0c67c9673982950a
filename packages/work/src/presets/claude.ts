import { fetched, type Preset } from './preset.ts';

const signIn = 'Run "claude" in a terminal once and sign in, or set ANTHROPIC_API_KEY.';

export const claude: Preset = {
  id: 'claude',
  name: 'Claude',
  install: 'npm install -g @anthropic-ai/claude-code @agentclientprotocol/claude-agent-acp',
  find: (programs) => {
    const program = programs.find('claude-agent-acp');
    if (program !== null) return { name: 'Claude', program, args: [], signIn };
    return fetched(programs, {
      name: 'Claude',
      agent: 'claude',
      adapter: '@agentclientprotocol/claude-agent-acp',
      signIn,
    });
  },
};
