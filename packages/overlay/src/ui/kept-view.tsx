/** The test that keeps what was changed. */
import { useState } from 'preact/hooks';

import { Button } from './button.tsx';
import { FileChip } from './file-chip.tsx';

export interface KeptViewProps {
  /** `null` when there is no test yet. */
  file: string | null;
  /** Has the person asked whether to write it. Rejects with what keeps it from being written. Missing where it is not offered. */
  onKeep?: (() => Promise<void>) | undefined;
  /** The person is asked at the moment. */
  asked: boolean;
}

export function KeptView({ file, onKeep, asked }: KeptViewProps) {
  const [preparing, setPreparing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (file !== null) {
    return (
      <p class="nga-small nga-kept" data-nga="kept">
        Kept by the test <FileChip path={file} />
      </p>
    );
  }
  if (onKeep === undefined) return null;
  const keep = () => {
    setProblem(null);
    setPreparing(true);
    onKeep()
      .catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)))
      .finally(() => setPreparing(false));
  };
  return (
    <div data-nga="kept">
      <Button
        variant="quiet"
        data-nga="keep"
        title="Writes a Playwright test that fails when this is changed back"
        busy={asked || preparing}
        onClick={keep}
      >
        {preparing ? 'Preparing a test…' : 'Keep it so…'}
      </Button>
      <p class="nga-small nga-problem" role="status">
        {problem}
      </p>
    </div>
  );
}
