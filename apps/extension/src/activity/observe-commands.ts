/**
 * Around each command of an agent: refuses it while agents are stopped, ends it when they are stopped meanwhile, masks
 * passwords in its reply, and writes into the log what was done.
 */
import type { BrowserReply, FaultCode } from '@annotate-mcp/browser-protocol';
import { commandEnvelopeSchema } from '@annotate-mcp/browser-protocol/schema';

import { describeDeed, hostOf } from '../commands/words.ts';
import { toBrowserFault } from '../driver/command-error.ts';
import { tabInfo } from '../driver/tab-info.ts';
import type { Tabs } from '../driver/tabs.ts';

import type { ActivityLog } from './activity-log.ts';
import type { ActivityEntry } from './entry.ts';
import { maskReply, type TabsWithPasswords } from './mask-reply.ts';
import { stoppedError, type StopSwitch } from './stop-switch.ts';

type ObservedTabs = Pick<Tabs, 'nameAgent'> & TabsWithPasswords;

export interface ObserveDeps {
  readonly tabs: ObservedTabs;
  readonly log: ActivityLog;
  readonly stop: StopSwitch;
  readonly run: (raw: unknown, signal: AbortSignal) => Promise<BrowserReply>;
}

interface ObservedCommand {
  readonly id: string;
  readonly type: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly agent: string;
}

export async function observeCommand(
  raw: unknown,
  signal: AbortSignal,
  deps: ObserveDeps,
): Promise<BrowserReply> {
  const command = readCommand(raw);
  if (command === null) return deps.run(raw, signal);
  const { tabs } = deps;
  const tabId = tabIdOf(command.params);
  if (tabId !== null) tabs.nameAgent(tabId, command.agent);
  const reply = maskReply(
    { type: command.type, tabId },
    await runUnlessStopped(raw, command, signal, deps),
    tabs,
  );
  const opened = reply.success ? tabIdOf(asRecord(asRecord(reply.result).tab)) : null;
  if (opened !== null) tabs.nameAgent(opened, command.agent);
  // The agent gets its answer before the list of what it did is written.
  void entryFor(command, reply, tabId ?? opened).then((entry) => deps.log.add(entry));
  return reply;
}

function readCommand(raw: unknown): ObservedCommand | null {
  const envelope = commandEnvelopeSchema.safeParse(raw);
  return envelope.success ? { ...envelope.data, params: asRecord(envelope.data.params) } : null;
}

async function runUnlessStopped(
  raw: unknown,
  { id }: ObservedCommand,
  signal: AbortSignal,
  { stop, run }: ObserveDeps,
): Promise<BrowserReply> {
  try {
    const stopped = await stop.begin();
    const reply = await run(raw, AbortSignal.any([signal, stopped]));
    // A command that ended with an error because of that says it in the words of the last of its steps.
    return stopped.aborted && !reply.success
      ? { id, success: false, error: toBrowserFault(stoppedError()) }
      : reply;
  } catch (error) {
    return { id, success: false, error: toBrowserFault(error) };
  }
}

async function entryFor(
  command: ObservedCommand,
  reply: BrowserReply,
  tabId: number | null,
): Promise<Omit<ActivityEntry, 'count'>> {
  const { type, params, agent } = command;
  const outcome = outcomeOf(reply);
  const result = reply.success ? asRecord(reply.result) : null;
  return {
    at: Date.now(),
    tabId,
    agent: agent.slice(0, 60),
    words: describeDeed(type, outcome, { params, result }),
    title: await titleOf(tabId, result),
    outcome,
    reason: reply.success ? '' : reply.error.message.slice(0, 300),
  };
}

const refusals: readonly FaultCode[] = ['browser/not-allowed', 'tab/taken-back', 'tab/forbidden'];

function outcomeOf(reply: BrowserReply): ActivityEntry['outcome'] {
  if (reply.success) return 'done';
  return refusals.includes(reply.error.code) ? 'refused' : 'failed';
}

async function titleOf(
  tabId: number | null,
  result: Readonly<Record<string, unknown>> | null,
): Promise<string> {
  const page = result !== null && 'tab' in result ? asRecord(result.tab) : (result ?? {});
  if (typeof page.title === 'string' && page.title !== '') return page.title.slice(0, 120);
  if (tabId === null) return '';
  const tab = await tabInfo(tabId).catch(() => null);
  return (tab === null || tab.title === '' ? hostOf(tab?.url ?? '') : tab.title).slice(0, 120);
}

function tabIdOf(params: Readonly<Record<string, unknown>>): number | null {
  return typeof params.tabId === 'number' ? params.tabId : null;
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
