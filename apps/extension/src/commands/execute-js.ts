import type { Protocol } from 'devtools-protocol';

import type { ExecuteParams, ResultOf } from '@annotate-mcp/core/browser';

import { Faulty } from '../driver/fault.ts';
import type { Tab } from '../driver/tab.ts';
import type { Deadline } from '../driver/wait.ts';

import { act } from './act.ts';
import type { Handler } from './command.ts';

export const executeJs: Handler<'execute_js'> = (params, context) =>
  act(params, context, (tab, deadline) => evaluate(tab, params, deadline), 2);

type Value = Pick<ResultOf<'execute_js'>, 'kind' | 'json' | 'totalChars'>;

async function evaluate(tab: Tab, { code, maxChars }: ExecuteParams, deadline: Deadline): Promise<Value> {
  let outcome = await attempt(tab, code, true, deadline);
  // A body with `return` is no script by itself.
  if (outcome.exceptionDetails?.exception?.description?.includes('Illegal return') === true) {
    outcome = await attempt(tab, `(async () => {${code}\n})()`, false, deadline);
  }
  const { exceptionDetails, result } = outcome;
  if (exceptionDetails !== undefined) {
    const said =
      exceptionDetails.exception?.description ??
      String(exceptionDetails.exception?.value ?? exceptionDetails.text);
    throw new Faulty(
      'script/threw',
      `The script threw: ${said.slice(0, 2_000)}`,
      'Correct the code and run it again.',
    );
  }
  return toValue(result, maxChars);
}

async function attempt(
  tab: Tab,
  expression: string,
  replMode: boolean,
  deadline: Deadline,
): Promise<Protocol.Runtime.EvaluateResponse> {
  const running = tab.cdp
    // In the console's mode `await` is allowed everywhere and `const` may be said twice.
    .send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
      userGesture: true,
      replMode,
    })
    .catch((error: unknown) => {
      throw unfinished(
        `The page went away while the script ran: ${String(error)}`,
        'Run it again on the new page.',
      );
    });
  const ended = await Promise.race([running, deadline.pause(Infinity)]);
  if (ended !== undefined) return ended;
  throw unfinished('The script did not end in time.', 'Give it a larger timeout, or let it end sooner.');
}

function unfinished(message: string, hint: string): Faulty {
  return new Faulty('script/unfinished', message, hint);
}

function toValue(
  { type, subtype, value, unserializableValue }: Protocol.Runtime.RemoteObject,
  maxChars: number,
): Value {
  const kind = subtype ?? type;
  if (unserializableValue !== undefined)
    return { kind, json: JSON.stringify(unserializableValue), totalChars: unserializableValue.length };
  const json = JSON.stringify(value) as string | undefined;
  return {
    kind,
    ...(json !== undefined && { json: json.slice(0, maxChars) }),
    totalChars: json?.length ?? 0,
  };
}
