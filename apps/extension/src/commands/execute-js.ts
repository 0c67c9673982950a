import type { Protocol } from 'devtools-protocol';

import type { ExecuteParams, ResultOf } from '@annotate-mcp/browser-protocol';

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
  const { result } = await settle(tab, succeeded(outcome).result, deadline);
  void tab.cdp.send('Runtime.releaseObjectGroup', { objectGroup }).catch(() => undefined);
  return toValue(result, maxChars);
}

type Outcome = Pick<Protocol.Runtime.EvaluateResponse, 'result' | 'exceptionDetails'>;

const objectGroup = 'annotate-mcp';

function attempt(tab: Tab, expression: string, replMode: boolean, deadline: Deadline): Promise<Outcome> {
  const running = tab.cdp.send('Runtime.evaluate', {
    expression,
    objectGroup,
    userGesture: true,
    // In the console's mode `await` is allowed everywhere and `const` may be said twice.
    replMode,
    awaitPromise: replMode,
    // Ends a loop that would never let the page go on.
    timeout: Math.max(1, deadline.leftMs),
  });
  return inTime(running, deadline);
}

/** What the value is worth outside of the page: promises have ended, objects are JSON. */
async function settle(tab: Tab, result: Protocol.Runtime.RemoteObject, deadline: Deadline): Promise<Outcome> {
  const { objectId, subtype, type } = result;
  if (objectId === undefined || subtype === 'node' || type === 'function') return { result };
  if (subtype === 'promise') {
    const awaited = tab.cdp.send('Runtime.awaitPromise', { promiseObjectId: objectId, returnByValue: true });
    return succeeded(await inTime(awaited, deadline));
  }
  const functionDeclaration = 'function () { return this }';
  const copied = tab.cdp.send('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration,
    returnByValue: true,
  });
  return succeeded(await inTime(copied, deadline));
}

async function inTime(running: Promise<Outcome>, deadline: Deadline): Promise<Outcome> {
  const ended = running.catch((error: unknown) => {
    if (/timed? ?out|terminated/i.test(String(error))) throw tooLong();
    throw unfinished(
      `The page went away while the script ran: ${error instanceof Error ? error.message : String(error)}`,
      'Look at the page, and run it again if it is still to be done.',
    );
  });
  const outcome = await Promise.race([ended, deadline.pause(Infinity)]);
  if (outcome !== undefined) return outcome;
  throw tooLong();
}

function succeeded(outcome: Outcome): Outcome {
  const { exceptionDetails } = outcome;
  if (exceptionDetails === undefined) return outcome;
  const { exception, text } = exceptionDetails;
  const said = exception?.description ?? String(exception?.value ?? text);
  throw new Faulty(
    'script/threw',
    `The script threw: ${said.slice(0, 2_000)}`,
    'Correct the code and run it again.',
  );
}

function tooLong(): Faulty {
  return unfinished('The script did not end in time.', 'Give it a larger timeout, or let it end sooner.');
}

function unfinished(message: string, hint: string): Faulty {
  return new Faulty('script/unfinished', message, hint);
}

function toValue(
  { type, subtype, value, unserializableValue, description }: Protocol.Runtime.RemoteObject,
  maxChars: number,
): Value {
  const kind = subtype ?? type;
  // What JSON cannot say is said in words: NaN, `div.card`, a function.
  const inWords = unserializableValue ?? (value === undefined ? description : undefined);
  const json = JSON.stringify(inWords ?? value) as string | undefined;
  return {
    kind,
    ...(json !== undefined && { json: json.slice(0, maxChars) }),
    totalChars: json?.length ?? 0,
  };
}
