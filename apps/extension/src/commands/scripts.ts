/** Runs an agent's own code in a page. */
import { CommandError } from '../driver/command-error.ts';

import { executeJs } from './execute-js.ts';
import type { Handler } from './handler.ts';
import { runAction } from './run-action.ts';

const injectScript: Handler<'inject_script'> = (params, context) =>
  runAction(params, context, async (tab) => {
    const { source, scriptUrl, keepInjected } = params;
    const expression = `${source}\n//# sourceURL=${scriptUrl.replace(/\s/g, '%20')}`;
    const { exceptionDetails } = await tab.cdp.send('Runtime.evaluate', {
      expression,
      ...tab.shown.scriptContext,
      awaitPromise: false,
    });
    if (exceptionDetails !== undefined) {
      const message = exceptionDetails.exception?.description ?? exceptionDetails.text;
      throw new CommandError(
        'script/threw',
        `The script threw: ${message.slice(0, 2_000)}`,
        'Look at the script, or choose another one.',
      );
    }
    if (!keepInjected) return {};
    return { scriptId: await tab.addedScripts.add(expression) };
  });

export const scriptHandlers = { execute_js: executeJs, inject_script: injectScript };
