/** What a server over stdio costs an agent when it is asked for the first time. */
import { startAgent } from '../delivery/waiting-agent.ts';
import { memoryOf } from '../dev-server/process-tree.ts';
import { rounded } from '../samples.ts';
import { cpuTimeOfTree } from '../start/cpu-time.ts';

interface FirstCall {
  ms: number;
  cpu: number;
  /** MB after the call. */
  memory: number;
}

export interface AgentCosts {
  list: FirstCall;
  /** The same call again. */
  listAgain: FirstCall;
  watch: FirstCall;
}

/** Each first call is that of a new process. */
export async function measureAgent(root: string): Promise<AgentCosts> {
  const [list, listAgain] = await callsOf(root, 'get_all_pending', 2);
  const [watch] = await callsOf(root, 'watch_annotations', 1);
  if (list === undefined || listAgain === undefined || watch === undefined)
    throw new Error('An agent was not answered.');
  return { list, listAgain, watch };
}

async function callsOf(root: string, tool: string, times: number): Promise<FirstCall[]> {
  await using agent = await startAgent(root);
  // What is loaded with the first call of any tool is no matter of how much is stored.
  await agent.client.callTool({ name: 'list_sessions', arguments: {} });
  const calls: FirstCall[] = [];
  for (let call = 0; call < times; call++) {
    const [began, cpu] = [performance.now(), cpuTimeOfTree(agent.pid)];
    const { isError } = await agent.client.callTool({ name: tool, arguments: { timeoutMs: 0 } });
    if (isError === true) throw new Error(`${tool} failed.`);
    calls.push({
      ms: rounded(performance.now() - began),
      cpu: rounded(cpuTimeOfTree(agent.pid) - cpu),
      memory: rounded(memoryOf(agent.pid)),
    });
  }
  return calls;
}
