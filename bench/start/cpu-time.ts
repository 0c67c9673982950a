import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of CPU time that a process, its threads and its children have used; `NaN` where there is no /proc. */
export function cpuTimeOfTree(pid: number): number {
  if (!existsSync(`/proc/${pid}/task`)) return NaN;
  return sum(
    readdirSync(`/proc/${pid}/task`).map((thread) => cpuTimeOfThread(`/proc/${pid}/task/${thread}`)),
  );
}

function cpuTimeOfThread(folder: string): number {
  const [nanoseconds] = readOf(folder, 'schedstat').split(' ');
  const children = readOf(folder, 'children').split(' ').filter(Boolean);
  return Number(nanoseconds) / 1e6 + sum(children.map((child) => cpuTimeOfTree(Number(child))));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Empty for a thread that has just ended. */
function readOf(folder: string, name: string): string {
  try {
    return readFileSync(`${folder}/${name}`, 'utf8');
  } catch {
    // It was there when the threads were listed.
    return '';
  }
}
