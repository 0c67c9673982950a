/**
 * An agent that does what it is told: `node told-agent.ts '<what it announces, as JSON>'`. It writes plain JSON-RPC, so
 * that it can say what no library would send. Each prompt ends with one word of `tell`.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

import type { AgentCommand } from '../presets/preset.ts';

/** What the agent does in its turn. */
export interface Told {
  /** A file in its folder, and the text that it writes there. */
  write?: [file: string, text: string];
  /** Requests, which it sends one after the other; it then says what it got. */
  ask?: { method: string; params: object }[];
  /** Sent as `session/update` before the requests. */
  updates?: object[];
  /** Ends its process while its first request waits. */
  die?: boolean;
  /** Added to the answer to the prompt. */
  answer?: object;
}

export interface Announced {
  initialize?: object;
  session?: object;
  /** Values that it does not accept. */
  refuses?: string[];
  /** Values to which it never answers. */
  ignores?: string[];
  /** Values to which it answers only after its next turn. */
  delays?: string[];
  /** Where it remembers its sessions; without one it forgets them with its end. */
  memory?: string;
  /** It does not have this session any more. */
  forgets?: boolean;
}

/** The text of an annotation, or of a reply. */
export function tell(told: Told): string {
  return `told:${Buffer.from(JSON.stringify(told)).toString('base64url')}:`;
}

export function toldAgent(announced: Announced = {}, changes: Partial<AgentCommand> = {}): AgentCommand {
  const args = [import.meta.filename, JSON.stringify(announced)];
  return { name: 'Told', program: process.execPath, args, signIn: 'It needs no account.', ...changes };
}

interface Message {
  id?: number;
  method?: string;
  params?: {
    sessionId?: string;
    prompt?: { text?: string }[];
    configId?: string;
    value?: unknown;
    modeId?: string;
    modelId?: string;
  };
  result?: unknown;
  error?: unknown;
}

interface Option {
  id: string;
  currentValue: unknown;
  /** It is there only while another option has this value. */
  onlyWith?: { id: string; value: unknown };
}

function isOption(option: unknown): option is Option {
  return typeof option === 'object' && option !== null && 'id' in option;
}

function run({
  initialize = {},
  session = {},
  refuses = [],
  ignores = [],
  delays = [],
  memory,
  forgets = false,
}: Announced): void {
  const delayed: (() => void)[] = [];
  const waiting = new Map<number, (answer: unknown) => void>();
  let sent = 0;
  const announced: unknown = 'configOptions' in session ? session.configOptions : [];
  const there = () =>
    options.filter(
      ({ onlyWith }) =>
        onlyWith === undefined ||
        options.some(({ id, currentValue }) => id === onlyWith.id && currentValue === onlyWith.value),
    );
  const opened = () =>
    Array.isArray(announced) && options.length > 0 ? { ...session, configOptions: there() } : session;
  let options = Array.isArray(announced) ? announced.filter(isOption) : [];
  const send = (message: object) =>
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const known = new Map<string, string[]>(
    memory !== undefined && existsSync(memory)
      ? (JSON.parse(readFileSync(memory, 'utf8')) as [string, string[]][])
      : [],
  );
  const remember = (id: string, prompts: string[]) => {
    known.set(id, prompts);
    if (memory !== undefined) writeFileSync(memory, JSON.stringify([...known]));
  };
  const say = (sessionId: string, text: string) =>
    send({
      method: 'session/update',
      params: {
        sessionId,
        update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
      },
    });
  const turn = async (id: number, sessionId: string, text: string) => {
    remember(sessionId, [...(known.get(sessionId) ?? []), text]);
    const [, code = ''] = /.*told:([\w-]+):/s.exec(text) ?? [];
    const {
      write,
      ask = [],
      updates = [],
      die = false,
      answer = {},
    } = (code === '' ? {} : JSON.parse(Buffer.from(code, 'base64url').toString())) as Told;
    if (write !== undefined) writeFileSync(...write);
    for (const update of updates) send({ method: 'session/update', params: { sessionId, update } });
    const got: unknown[] = [];
    for (const { method, params } of ask) {
      const request = ++sent;
      send({ id: `agent-${request}`, method, params: { sessionId, ...params } });
      if (die) setTimeout(() => process.exit(9), 300);
      got.push(await new Promise((resolve) => waiting.set(request, resolve)));
    }
    say(
      sessionId,
      JSON.stringify({ sessionId, prompts: known.get(sessionId)?.length, got, options: chosen() }),
    );
    send({ id, result: { stopReason: 'end_turn', ...answer } });
    for (const finish of delayed.splice(0)) finish();
  };
  const chosen = () =>
    there()
      .map((option) => `${option.id}=${String(option.currentValue)}`)
      .join(',');
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id = 0, method, params = {}, ...answer } = JSON.parse(line) as Message;
    const { sessionId = '' } = params;
    const result = (value: object) => send({ id, result: value });
    const set = () => {
      options = options.map((one) =>
        one.id === params.configId ? { ...one, currentValue: params.value } : one,
      );
      result({ configOptions: there() });
    };
    const refuse = (message: string) => send({ id, error: { code: -32602, message } });
    switch (method) {
      case undefined:
        return waiting.get(Number(String(id).replace('agent-', '')))?.(
          'error' in answer ? answer.error : answer.result,
        );
      case 'initialize':
        return result({ protocolVersion: 1, ...initialize });
      case 'session/new': {
        const fresh = `session-${known.size + 1}`;
        remember(fresh, []);
        return result({ sessionId: fresh, ...opened() });
      }
      case 'session/resume':
      case 'session/load':
        if (forgets || !known.has(sessionId)) return refuse('There is no such session.');
        if (method === 'session/load') say(sessionId, 'What was said before.');
        return result(opened());
      case 'session/prompt':
        return void turn(id, sessionId, params.prompt?.map(({ text = '' }) => text).join('\n') ?? '');
      case 'session/set_mode':
      case 'session/set_model':
        options = [...options, { id: method, currentValue: params.modeId ?? params.modelId }];
        return result({});
      case 'session/set_config_option':
        if (ignores.includes(String(params.value))) return;
        if (refuses.includes(String(params.value))) return refuse('Your plan does not have it.');
        if (delays.includes(String(params.value))) delayed.push(set);
        else set();
        return;
      default:
    }
  });
}

if (process.argv[1] === import.meta.filename) run(JSON.parse(process.argv[2] ?? '{}') as Announced);
