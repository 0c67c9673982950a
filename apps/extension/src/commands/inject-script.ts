import { Faulty } from '../driver/fault.ts';

import { act } from './act.ts';
import type { Handler } from './command.ts';

export const injectScript: Handler<'inject_script'> = (params, context) =>
  act(params, context, async (tab) => {
    const { source, scriptUrl, keepInjected } = params;
    const expression = `${source}\n//# sourceURL=${scriptUrl.replace(/\s/g, '%20')}`;
    const { exceptionDetails } = await tab.cdp.send('Runtime.evaluate', { expression, awaitPromise: false });
    if (exceptionDetails !== undefined) {
      const said = exceptionDetails.exception?.description ?? exceptionDetails.text;
      throw new Faulty(
        'script/threw',
        `The script threw: ${said.slice(0, 2_000)}`,
        'Look at the script, or choose another one.',
      );
    }
    if (!keepInjected) return {};
    return { scriptId: await tab.keep(expression) };
  });
