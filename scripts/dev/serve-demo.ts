/** One demo's dev server: replaces our own earlier one, and ends no other process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { answers } from './answers.ts';
import { guide } from './guide.ts';
import { findRecorded, forget, record } from './pid-file.ts';
import { findHolder, isFree } from './port.ts';
import { endGroup, findProcess } from './running-process.ts';

const root = join(import.meta.dirname, '../..');
const preferred = ['angular', 'react', 'vue', 'svelte', 'plain', 'astro'];

async function serveDemo(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      port: { type: 'string', default: '5173' },
      watch: { type: 'boolean', default: false },
      agent: { type: 'boolean', default: false },
      guide: { type: 'boolean', default: false },
    },
  });
  const demo = chooseDemo(positionals[0]);
  const wanted = parsePort(values.port);
  const pidFile = join(root, '.dev', `${demo}.pid`);
  await endEarlier(pidFile, demo);
  const port = await takePort(wanted);
  console.log(`demos/${demo} starts on port ${port} …`);
  const server = start(demo, port, values);
  supervise(server, pidFile);
  const url = `http://localhost:${port}/`;
  if (!(await answers(url, server))) return;
  console.log(values.guide ? guideTo(demo, url, values.agent) : `demos/${demo} answers at ${url}`);
}

function guideTo(demo: string, url: string, hasAgent: boolean): string {
  const built = join(root, 'packages/cli/dist/bin.mjs');
  const program = existsSync(built)
    ? [built]
    : ['--conditions=@annotate-mcp/source', join(root, 'packages/cli/src/bin.ts')];
  return guide({ demo, url, command: [process.execPath, ...program], root: projectRoot(), hasAgent });
}

/** Where the store is. Told to all, because a checkout without git would have one in each demo. */
const projectRoot = () => process.env.ANNOTATE_PROJECT_ROOT ?? root;

function chooseDemo(asked: string | undefined): string {
  const folder = join(root, 'demos');
  const demos = existsSync(folder)
    ? readdirSync(folder).filter((name) => canBeServed(join(folder, name, 'package.json')))
    : [];
  if (demos.length === 0) throw new Error('There is no demo in demos/.');
  const demo = asked ?? preferred.find((name) => demos.includes(name)) ?? demos[0];
  if (demo === undefined || !demos.includes(demo)) {
    throw new Error(`There is no demo "${demo}"; the demos are ${demos.join(', ')}.`);
  }
  return demo;
}

/** The scripted agent is a workspace among the demos, too, and has no server. */
function canBeServed(manifest: string): boolean {
  if (!existsSync(manifest)) return false;
  const { scripts } = JSON.parse(readFileSync(manifest, 'utf8')) as { scripts?: Record<string, string> };
  return scripts?.dev !== undefined;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`--port takes a number from 1 to 65535, not "${text}".`);
  }
  return port;
}

async function endEarlier(pidFile: string, demo: string): Promise<void> {
  const earlier = findRecorded(pidFile);
  // Before the signal: the earlier supervisor tidies up when its server ends, and must not meet our new file.
  rmSync(pidFile, { force: true });
  if (earlier === null) return;
  console.log(`Ending the earlier demos/${demo} (pid ${earlier.pid}).`);
  await endGroup(earlier.pid);
}

async function takePort(wanted: number): Promise<number> {
  for (let port = wanted; port <= 65_535; port += 1) {
    if (await isFree(port)) return port;
    const holder = findHolder(port);
    const name =
      holder === null ? 'a process this user may not see' : `pid ${holder.pid} (${holder.command})`;
    console.log(`Port ${port} is held by ${name}, which is left alone; trying ${port + 1}.`);
  }
  throw new Error(`No port from ${wanted} upwards is free; choose a lower one with --port.`);
}

function start(
  demo: string,
  port: number,
  { watch, agent }: { watch: boolean; agent: boolean },
): ChildProcess {
  const script = join(import.meta.dirname, 'demo-processes.ts');
  const options = [...(watch ? ['--watch'] : []), ...(agent ? ['--agent'] : [])];
  return spawn(process.execPath, [script, demo, '--port', String(port), ...options], {
    cwd: root,
    // Angular's dev server would rather have the port that PORT names than the one it is told.
    env: {
      ...process.env,
      ANNOTATE_PROJECT_ROOT: projectRoot(),
      // "Start an agent" offers the scripted one, which needs no account.
      ANNOTATE_DEMO_AGENT: join(root, 'demos/agent/src/acp.ts'),
      PORT: undefined,
    },
    // A group of its own, so that it can be ended as a whole. On Windows it would have a window of its own.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

function supervise(server: ChildProcess, pidFile: string): void {
  const pid = server.pid;
  if (pid === undefined) {
    server.once('error', report);
    return;
  }
  const running = findProcess(pid);
  if (running !== null) record(pidFile, running);

  let ending = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (ending) return;
      ending = true;
      void endGroup(pid);
    });
  }
  server.once('exit', (code, signal) => {
    forget(pidFile, pid);
    process.exitCode = ending ? 0 : (code ?? 1);
    if (ending) return;
    console.log(`The dev server ended (${signal ?? `exit code ${code ?? 0}`}).`);
    // Where only npm has ended, what it started goes on.
    void endGroup(pid);
  });
}

function report(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

serveDemo(process.argv.slice(2)).catch(report);
