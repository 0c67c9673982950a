/** The tabs in which the person started the overlay, each with its origin. Kept until the browser is closed. */
import { z } from 'zod';

import { SerialQueue } from '@annotate-mcp/core';

const key = 'annotated';
const schema = z.record(z.string(), z.string());

export async function add(tabId: number, origin: string): Promise<void> {
  await change((tabs) => ({ ...tabs, [tabId]: origin }));
}

export async function remove(tabId: number): Promise<void> {
  await change(({ [tabId]: _, ...others }) => others);
}

export async function has(tabId: number, origin: string): Promise<boolean> {
  return (await read())[tabId] === origin;
}

/** The ids of the tabs. */
export async function list(): Promise<number[]> {
  return Object.keys(await read()).map(Number);
}

async function read(): Promise<Record<string, string>> {
  return schema.safeParse((await chrome.storage.session.get(key))[key]).data ?? {};
}

const writes = new SerialQueue();

function change(update: (tabs: Record<string, string>) => Record<string, string>): Promise<void> {
  return writes.run(async () => chrome.storage.session.set({ [key]: update(await read()) }));
}
