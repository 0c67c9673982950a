/** What a process and all below it cost, as Linux counts it; 0 on other systems. */
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second on every processor that Node supports. */
const msPerTick = 10;

interface ProcessFacts {
  readonly name: string;
  readonly parent: number;
  readonly ms: number;
  readonly megabytes: number;
}

/**
 * Milliseconds that the processors have worked for this process and all below it. Unlike the time on the clock, it hardly
 * depends on what else the machine does.
 */
export function processorTimeOf(pid: number): number {
  return sumOf(pid, ({ ms }) => ms);
}

/** Megabytes in use by this process and all below it, but for the hub, which has a process of its own. */
export function memoryOf(pid: number): number {
  return sumOf(pid, ({ name, megabytes }) => (name === 'annotate hub' ? 0 : megabytes));
}

function sumOf(pid: number, cost: (facts: ProcessFacts) => number): number {
  if (process.platform !== 'linux') return 0;
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const processes = new Map(
    ids.flatMap((id) => {
      const facts = readFacts(id);
      return facts === null ? [] : [[Number(id), facts] as const];
    }),
  );
  const sumBelow = (id: number): number => {
    const facts = processes.get(id);
    const children = [...processes].filter(([, { parent }]) => parent === id);
    return children.reduce((sum, [child]) => sum + sumBelow(child), facts === undefined ? 0 : cost(facts));
  };
  return sumBelow(pid);
}

function readFacts(id: string): ProcessFacts | null {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8');
    // The name of the program, in parentheses, may contain spaces. What follows is listed in proc(5), from field 3 on.
    const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0;
    return { name, parent: Number(fields[1]), ms: ticks * msPerTick, megabytes: Number(kilobytes) / 1024 };
  } catch {
    // It has ended meanwhile.
    return null;
  }
}
