import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of CPU time that a process, its threads and its children have used; `NaN` where there is no /proc. */
export function cpuTimeOfTree(pid: number): number {
  if (!existsSync(`/proc/${pid}/task`)) return NaN;
  return sum(
    readdirSync(`/proc/${pid}/task`).map((thread) => cpuTimeOfThread(`/proc/${pid}/task/${thread}`)),
  );
}

function cpuTimeOfThread(folder: string): number {
  const [nanoseconds] = readFileSync(`${folder}/schedstat`, 'utf8').split(' ');
  const children = readFileSync(`${folder}/children`, 'utf8').split(' ').filter(Boolean);
  return Number(nanoseconds) / 1e6 + sum(children.map((child) => cpuTimeOfTree(Number(child))));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
