import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second on every processor that Node supports. */
const msPerTick = 10;

interface ProcessTimes {
  readonly parent: number;
  readonly ms: number;
}

/**
 * Milliseconds that the processors have worked for this process and all below it. Unlike the time on the clock, it hardly
 * depends on what else the machine does. 0 on other systems than Linux.
 */
export function processorTimeOf(pid: number): number {
  if (process.platform !== 'linux') return 0;
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const processes = new Map(ids.map((id) => [Number(id), readTimes(id)]));
  const sumBelow = (id: number): number => {
    const children = [...processes].filter(([, times]) => times?.parent === id);
    return children.reduce((sum, [child]) => sum + sumBelow(child), processes.get(id)?.ms ?? 0);
  };
  return sumBelow(pid);
}

function readTimes(id: string): ProcessTimes | null {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8');
    // The name of the program, in parentheses, may contain spaces. What follows is listed in proc(5), from field 3 on.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { parent: Number(fields[1]), ms: ticks * msPerTick };
  } catch {
    // It has ended meanwhile.
    return null;
  }
}
