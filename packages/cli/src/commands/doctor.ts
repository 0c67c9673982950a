import { defineCliCommand } from '../cli-command.ts';
import type { DoctorOptions } from '../doctor/doctor.ts';
import { jsonOption } from '../options.ts';

export const doctorCommand = defineCliCommand<DoctorOptions>({
  name: 'doctor',
  summary: 'find which link between page and agent is broken and say how to fix it; changes nothing',
  examples: ['annotate-mcp doctor', 'annotate-mcp doctor --json'],
  configure: (command) => command.addOption(jsonOption()),
  run: async (options, terminal) => {
    const { doctor } = await import('../doctor/doctor.ts');
    return doctor(options, terminal);
  },
});
