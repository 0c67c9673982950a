/** One team server as a process of its own, started as people start it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { z } from 'zod';

import { bin } from '../bin.ts';

const metricsToken = 'reads-the-metrics-of-the-bench';
const lineSchema = z.object({ level: z.string(), event: z.string(), message: z.string().optional() });

export interface Usage {
  /** Resident memory in bytes. */
  readonly memory: number;
  /** Seconds of processor time since the start. */
  readonly cpu: number;
}

export class ServerProcess {
  readonly url: string;
  /** What it has logged as an error. */
  readonly errors: string[];
  readonly #child: ChildProcess;

  static async start(databaseUrl: string): Promise<ServerProcess> {
    const child = spawn(process.execPath, [bin(), 'serve', '--port', '0', '--store', databaseUrl], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ANNOTATE_METRICS_TOKEN: metricsToken },
    });
    const errors: string[] = [];
    const url = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        const { level, event, message = '' } = lineSchema.parse(JSON.parse(line));
        if (event === 'listening') resolve(`http://${message}`);
        if (level === 'error') errors.push(line);
      });
      child.once('exit', (code) => reject(new Error(`The team server ended with ${code}.`)));
    });
    return new ServerProcess(child, url, errors);
  }

  private constructor(child: ChildProcess, url: string, errors: string[]) {
    this.#child = child;
    this.url = url;
    this.errors = errors;
  }

  async usage(): Promise<Usage> {
    const headers = { authorization: `Bearer ${metricsToken}` };
    const text = await (await fetch(`${this.url}/metrics`, { headers })).text();
    return {
      memory: metricIn(text, 'annotate_process_resident_memory_bytes'),
      cpu: metricIn(text, 'annotate_process_cpu_seconds_total'),
    };
  }

  async stop(): Promise<void> {
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await exited;
  }
}

function metricIn(text: string, name: string): number {
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(text) ?? [];
  if (value === undefined) throw new Error(`The metrics have no ${name}.`);
  return Number(value);
}
