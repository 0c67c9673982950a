/** Reads the files in `deploy/`, as far as a test can follow them without Docker. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';
import { z } from 'zod';

export const deployFolder = join(import.meta.dirname, '../../../../deploy');

export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** In the order of the file; a line that goes on is one with the next. */
export function readDockerfile(): Instruction[] {
  const text = readFileSync(join(deployFolder, 'Dockerfile'), 'utf8');
  return text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
      return { name, text: rest };
    });
}

/** The words of an instruction in the form of a JSON list: `["annotate-mcp"]`. */
export function wordsIn(instructions: readonly Instruction[], name: string): string[] {
  const text = instructions.find((one) => one.name === name)?.text ?? '';
  return z.array(z.string()).parse(JSON.parse(text.slice(Math.max(0, text.indexOf('[')))));
}

const serviceSchema = z.object({
  build: z.string().optional(),
  environment: z.record(z.string(), z.string()),
  ports: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.unknown()).default({}),
  volumes: z.array(z.string()).default([]),
  stop_grace_period: z.string().optional(),
  read_only: z.boolean().default(false),
});
const composeSchema = z.object({
  services: z.object({ database: serviceSchema, server: serviceSchema }),
  volumes: z.record(z.string(), z.unknown()),
});

export interface Compose extends z.output<typeof composeSchema> {
  /** The commands in the comment at its head. */
  readonly commands: readonly string[];
}

export function readCompose(): Compose {
  const text = readFileSync(join(deployFolder, 'compose.yaml'), 'utf8');
  const commands = [...text.matchAll(/^# {3}(.+)$/gm)].map(([, command = '']) => command);
  return { ...composeSchema.parse(parse(text)), commands };
}

/** As Compose does: `${NAME}`, `${NAME:-default}` and `${NAME:?why it is needed}`. */
export function fillIn(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_all, name: string, kind?: string, word?: string) => {
      const value = variables[name] ?? '';
      if (value === '' && kind === '?') throw new Error(`${name}: ${word}`);
      return value === '' ? (word ?? '') : value;
    },
  );
}
