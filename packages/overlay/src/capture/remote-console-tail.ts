/**
 * The two ends of a console tail whose reader lives in another JavaScript world than the page. They share the DOM only:
 * a question is an event on the document, which the other end answers by an event before the first one returns.
 */
import { guarded, read } from '../inspectors/foreign.ts';

import type { ConsoleTail } from './console-tail.ts';

const question = 'annotate-mcp:console';
const answer = 'annotate-mcp:console-lines';

const maxLines = 50;
const maxLength = 8_000;

/** The end in the page's world. Returns how to stop. */
export function serveConsoleTail(tail: ConsoleTail): () => void {
  const onQuestion = (event: Event): void => {
    event.stopImmediatePropagation();
    const since = read(parseDetail(event), 'since');
    send(answer, { lines: tail.rawLines(typeof since === 'number' ? new Date(since) : undefined) });
  };
  document.addEventListener(question, onQuestion, true);
  return () => {
    document.removeEventListener(question, onQuestion, true);
    tail.close();
  };
}

/** The end in the overlay's world. The page may answer anything: only lines are taken, and not too many. */
export function remoteConsoleTail(): ConsoleTail {
  return {
    rawLines(since) {
      let lines: string[] = [];
      const onAnswer = (event: Event): void => {
        event.stopImmediatePropagation();
        const said = read(parseDetail(event), 'lines');
        if (!Array.isArray(said)) return;
        lines = said
          .filter((line): line is string => typeof line === 'string')
          .slice(-maxLines)
          .map((line) => line.slice(0, maxLength));
      };
      document.addEventListener(answer, onAnswer, { capture: true, once: true });
      send(question, { since: since?.getTime() ?? null });
      document.removeEventListener(answer, onAnswer, true);
      return lines;
    },
    close: () => undefined,
  };
}

/** A string crosses between worlds; objects would arrive empty. */
function send(type: string, message: object): void {
  document.dispatchEvent(new CustomEvent(type, { detail: JSON.stringify(message) }));
}

function parseDetail(event: Event): unknown {
  const detail = read(event, 'detail');
  return typeof detail === 'string' ? guarded((): unknown => JSON.parse(detail), null) : null;
}
