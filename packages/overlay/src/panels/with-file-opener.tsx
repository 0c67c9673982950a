import type { FunctionComponent } from 'preact';

import { notify } from '../commands/notify.ts';
import type { Dispatch } from '../state/actions.ts';
import { setFileOpener } from '../ui/file-chip.tsx';
import { shortPath } from '../ui/words.ts';

import { describeRefusal } from './describe-refusal.ts';
import type { PanelProps } from './panel-props.ts';

/** A panel whose paths open in the person's editor. */
export function withFileOpener<Props extends PanelProps>(
  Panel: FunctionComponent<Props>,
): FunctionComponent<Props> {
  return function PanelWithFileOpener(props) {
    const { hub, dispatch } = props;
    setFileOpener((path) => void openFile(hub, path, dispatch));
    return <Panel {...props} />;
  };
}

async function openFile(hub: string, path: string, dispatch: Dispatch): Promise<void> {
  const [, file = path, line, column] = /^(.+?)(?::(\d+))?(?::(\d+))?$/.exec(path) ?? [];
  try {
    const response = await fetch(`${hub}/api/open-file`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        file,
        ...(line !== undefined && { line: Number(line) }),
        ...(column !== undefined && { column: Number(column) }),
      }),
    });
    if (response.ok) notify(dispatch, `${shortPath(file)} opens in your editor.`);
    else notify(dispatch, await describeRefusal(response), 'problem');
  } catch {
    notify(dispatch, 'The dev server does not answer, so no editor was opened.', 'problem');
  }
}
