/** Keeps what the flows took, and writes it into docs/first-minute.md with their pictures. */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';

import { z } from 'zod';

import type { FreshApp } from './fresh-app.ts';
import { freshApps } from './fresh-apps.ts';

const repository = join(import.meta.dirname, '../..');
const results = join(repository, '.dev/packages');
export const picturesFolder = join(results, 'pictures');

const costFormat = z.object({ seconds: z.number(), cpuSeconds: z.number() });
const flowFormat = z.object({
  name: z.string(),
  costs: z.object({
    init: costFormat,
    dev: costFormat,
    agent: costFormat,
    build: costFormat.nullable(),
    undo: costFormat,
  }),
  load: z.number(),
});
type Flow = z.output<typeof flowFormat>;

export function saveFlow(flow: Omit<Flow, 'load'>): void {
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, `${flow.name}.json`), JSON.stringify({ ...flow, load: loadavg()[1] }));
}

/** A row for each flow that has been measured; one that was not measured again stays as it is in the document. */
function renderTable(flows: readonly Flow[], document: string): string {
  const earlier = new Map(
    [...document.matchAll(/^\| (.+?) +\|.*\|$/gm)].map(([row, title = '']) => [title, row]),
  );
  const rows = freshApps.flatMap((app) => {
    const flow = flows.find(({ name }) => name === app.name);
    return flow === undefined ? (earlier.get(app.title) ?? []) : renderRow(app, flow);
  });
  return [
    `Measured on ${cpus().length} cores. The load is that of the whole machine in the five minutes before the end: where it is above the number of cores, other programs had most of the time.`,
    '',
    '| app | you do | setting up | page ready | agent done | production build | taken back | load |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function renderRow(app: FreshApp, { costs, load }: Flow): string {
  const setUp = [...(app.add === undefined ? [] : [app.add]), app.init].map((command) => command.join(' '));
  const commands = [setUp.join(' && '), app.dev.join(' ')].map((command) => `\`${shorten(command)}\``);
  const steps = commands.join('<br>');
  const { init, dev, agent, build, undo } = costs;
  const cells = [init, dev, agent, build, undo].map((cost) =>
    cost === null ? 'none' : `${cost.seconds.toFixed(0)} s (${cost.cpuSeconds.toFixed(1)})`,
  );
  return `| ${[app.title, steps, ...cells, load.toFixed(0)].join(' | ')} |`;
}

function shorten(command: string): string {
  return command.replace(/(?: --)? --port \{port\}| --skip-confirmation --defaults| -- --no-open/g, '');
}

function readFlows(): Flow[] {
  return freshApps
    .map(({ name }) => join(results, `${name}.json`))
    .filter((file) => existsSync(file))
    .map((file) => flowFormat.parse(JSON.parse(readFileSync(file, 'utf8'))));
}

if (import.meta.main) {
  const document = join(repository, 'docs/first-minute.md');
  const text = readFileSync(document, 'utf8');
  const section = /(<!-- flows: measured -->)[^]*(<!-- \/flows -->)/;
  if (!section.test(text)) throw new Error(`${document} has no section for the flows.`);
  const table = renderTable(readFlows(), section.exec(text)?.[0] ?? '');
  writeFileSync(
    document,
    text.replace(section, (_, begin: string, end: string) => `${begin}\n\n${table}\n\n${end}`),
  );
  // Only some flows take pictures.
  if (existsSync(picturesFolder))
    cpSync(picturesFolder, join(repository, 'docs/images/first-minute'), { recursive: true });
}
