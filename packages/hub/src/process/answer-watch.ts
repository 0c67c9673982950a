/**
 * Notices a process that hangs: while a page waits, the process is asked whether it is there. Without this a page would
 * wait for the overlay's script for ever, and the browser would never tell the app that the page has loaded.
 */
export interface AnswerWatch {
  /** A page waits from now on, until the returned function is called. */
  readonly expectAnswer: () => () => void;
  /** The process is there. */
  readonly heard: () => void;
}

export interface AnswerWatchDeps {
  /** Asks the process; its answer is `heard`. */
  readonly ask: () => void;
  readonly onHang: () => void;
}

/**
 * The time is counted in looks, because a dev server that was busy or asleep for long has given the process no time.
 * Between two looks this process reads what the other one has said.
 */
export function watchAnswers({ ask, onHang }: AnswerWatchDeps): AnswerWatch {
  const waiting = new Set<symbol>();
  let timer: NodeJS.Timeout | undefined;
  let unanswered = 0;

  const look = (): void => {
    if (unanswered === mostUnanswered) {
      stop();
      onHang();
      return;
    }
    unanswered += 1;
    ask();
  };
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
    unanswered = 0;
  };
  return {
    expectAnswer() {
      const one = Symbol('a page that waits');
      waiting.add(one);
      timer ??= setInterval(look, lookEveryMs).unref();
      return () => {
        waiting.delete(one);
        if (waiting.size === 0) stop();
      };
    },
    heard: () => {
      unanswered = 0;
    },
  };
}

const lookEveryMs = 1_000;
/** In a row. Nothing that the hub does in one go takes nearly as long, and a page waits for its socket a while longer. */
const mostUnanswered = 10;
