import { json } from './json/json.ts';
import { memory } from './memory.ts';
import { postgres, postgresql } from './postgres/postgres.ts';
import { sqlite } from './sqlite/sqlite.ts';

export const drivers = [sqlite, json, memory, postgres, postgresql] as const;
