import { json } from './json/json.ts';
import { memory } from './memory.ts';
import { sqlite } from './sqlite/sqlite.ts';

export const drivers = [sqlite, json, memory] as const;
