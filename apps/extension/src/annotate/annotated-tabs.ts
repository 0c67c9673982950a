/** Tabs on which the person asked for the overlay, each with its site. Kept while the browser runs. */
import { z } from 'zod';

const key = 'annotated';
const schema = z.record(z.string(), z.string());

export async function add(tabId: number, origin: string): Promise<void> {
  await change((tabs) => ({ ...tabs, [tabId]: origin }));
}

export async function remove(tabId: number): Promise<void> {
  await change(({ [tabId]: _, ...others }) => others);
}

export async function isOn(tabId: number, origin: string): Promise<boolean> {
  return (await read())[tabId] === origin;
}

async function read(): Promise<Record<string, string>> {
  return schema.safeParse((await chrome.storage.session.get(key))[key]).data ?? {};
}

let changing: Promise<unknown> = Promise.resolve();

function change(next: (tabs: Record<string, string>) => Record<string, string>): Promise<void> {
  const changed = changing.then(async () => chrome.storage.session.set({ [key]: next(await read()) }));
  changing = changed.catch(() => undefined);
  return changed;
}
