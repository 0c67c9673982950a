import type { Protocol } from 'devtools-protocol';

import type { ParamsOf, ResultOf } from '@annotate-mcp/browser-protocol';

import { CommandError } from '../driver/command-error.ts';
import type { Deadline } from '../driver/deadline.ts';
import type { Tab } from '../driver/tab.ts';

import type { Handler } from './handler.ts';
import { runAction } from './run-action.ts';

export const executeJs: Handler<'execute_js'> = async (params, context) => {
  const { tab, result, ...outcome } = await runAction(
    params,
    context,
    async (running, deadline) => ({
      tab: running,
      result: await evaluateMasked(running, params, deadline),
    }),
    // A script that waits for something does not hold up the actions after it.
    { reactionMs: 2, holdMs: 2_000 },
  );
  // Passwords are masked now and not before: the outcome has told what the fields contain after the script.
  return { ...toValue(result, params.maxChars, (value) => tab.secrets.maskScriptValue(value)), ...outcome };
};

type Value = Pick<ResultOf<'execute_js'>, 'kind' | 'json' | 'totalChars'>;

/** A script may read a password and then empty its field, so that the fields are read before it and after an error. */
async function evaluateMasked(
  tab: Tab,
  params: ParamsOf<'execute_js'>,
  deadline: Deadline,
): Promise<Protocol.Runtime.RemoteObject> {
  if (tab.secrets.mayHaveFields) await tab.secrets.look();
  await learnClipboard(tab, deadline);
  try {
    const result = await evaluate(tab, params, deadline);
    // The person may have allowed it meanwhile, in answer to the browser's own question.
    await learnClipboard(tab, deadline);
    return result;
  } catch (error) {
    await tab.secrets.look();
    throw error;
  }
}

/** What the script could read of the clipboard is masked in what it returns. */
async function learnClipboard(tab: Tab, deadline: Deadline): Promise<void> {
  const asked = tab.frames.call(tab.frames.main, 'readableClipboard').catch(() => null);
  // A page that the script keeps busy does not answer.
  const text = await Promise.race([asked, deadline.pause(clipboardMs)]);
  if (typeof text === 'string') await tab.secrets.rememberClipboard(text);
}

const clipboardMs = 300;

async function evaluate(
  tab: Tab,
  { code }: ParamsOf<'execute_js'>,
  deadline: Deadline,
): Promise<Protocol.Runtime.RemoteObject> {
  let outcome = await evaluateOnce(tab, code, true, deadline);
  // Code with `return` is the body of a function and not a script.
  if (outcome.exceptionDetails?.exception?.description?.includes('Illegal return') === true) {
    outcome = await evaluateOnce(tab, `(async () => {${code}\n})()`, false, deadline);
  }
  const { result } = await toPlainValue(tab, succeeded(outcome).result, deadline);
  void tab.cdp.send('Runtime.releaseObjectGroup', { objectGroup }).catch(() => undefined);
  return result;
}

type Outcome = Pick<Protocol.Runtime.EvaluateResponse, 'result' | 'exceptionDetails'>;

const objectGroup = 'annotate-mcp';

function evaluateOnce(tab: Tab, expression: string, replMode: boolean, deadline: Deadline): Promise<Outcome> {
  const running = tab.cdp.send('Runtime.evaluate', {
    expression,
    ...tab.shown.scriptContext,
    objectGroup,
    userGesture: true,
    // As in the DevTools console: `await` is allowed everywhere and a `const` may be declared again.
    replMode,
    awaitPromise: replMode,
    // Ends an endless loop.
    timeout: Math.max(1, deadline.leftMs),
  });
  return inTime(running, deadline);
}

/** Awaits a promise and copies an object, so that the value can be used outside of the page. */
async function toPlainValue(
  tab: Tab,
  result: Protocol.Runtime.RemoteObject,
  deadline: Deadline,
): Promise<Outcome> {
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
    if (/timed? ?out|terminated/i.test(String(error))) throw scriptTimeoutError();
    throw unfinishedError(
      `The page was closed or replaced while the script ran: ${error instanceof Error ? error.message : String(error)}`,
      'Look at the page, and run the script again if it is still needed.',
    );
  });
  const outcome = await Promise.race([ended, deadline.pause(Infinity)]);
  if (outcome !== undefined) return outcome;
  throw scriptTimeoutError();
}

function succeeded(outcome: Outcome): Outcome {
  const { exceptionDetails } = outcome;
  if (exceptionDetails === undefined) return outcome;
  const { exception, text } = exceptionDetails;
  const message = exception?.description ?? String(exception?.value ?? text);
  throw new CommandError(
    'script/threw',
    `The script threw: ${message.slice(0, 2_000)}`,
    'Correct the code and run it again.',
  );
}

function scriptTimeoutError(): CommandError {
  return unfinishedError(
    'The script did not end in time.',
    'Give it a larger timeout, or let it end sooner.',
  );
}

function unfinishedError(message: string, hint: string): CommandError {
  return new CommandError('script/unfinished', message, hint);
}

function toValue(
  { type, subtype, value, unserializableValue, description }: Protocol.Runtime.RemoteObject,
  maxChars: number,
  mask: (value: unknown) => unknown,
): Value {
  const kind = subtype ?? type;
  // A value that JSON does not have is described as text: NaN, `div.card`, a function.
  const asText = unserializableValue ?? (value === undefined ? description : undefined);
  const json = JSON.stringify(mask(asText ?? value)) as string | undefined;
  return {
    kind,
    ...(json !== undefined && { json: json.slice(0, maxChars) }),
    totalChars: json?.length ?? 0,
  };
}
