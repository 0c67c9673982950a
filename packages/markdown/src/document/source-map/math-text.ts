import type { Code, Construct, Extension, State, Tokenizer } from 'micromark-util-types';

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    mathText: 'mathText';
    mathTextData: 'mathTextData';
  }
}

const dollar = 36;

/**
 * Reads math in text for micromark, by the rules of rules/math.ts. micromark's own extension would take two amounts of
 * dollars in one line for a formula.
 */
export function mathText(): Extension {
  return { text: { [dollar]: { name: 'mathText', tokenize, previous } satisfies Construct } };
}

function previous(code: Code): boolean {
  return code !== dollar;
}

const tokenize: Tokenizer = function (effects, ok, nok) {
  const insideWord = isWord(this.previous);
  let opened = 0;
  let closed = 0;
  let last: Code = null;
  return start;

  function start(code: Code): State | undefined {
    effects.enter('mathText');
    effects.enter('mathTextSequence');
    return opening(code);
  }

  function opening(code: Code): State | undefined {
    if (code === dollar) {
      opened += 1;
      effects.consume(code);
      return opening;
    }
    if (opened > 2 || code === null || (opened === 1 && (insideWord || isSpace(code)))) return nok(code);
    effects.exit('mathTextSequence');
    return between(code);
  }

  function between(code: Code): State | undefined {
    if (code === null) return nok(code);
    if (code === dollar) {
      if (opened === 1 && isSpace(last)) return nok(code);
      effects.enter('mathTextSequence');
      return closing(code);
    }
    if (isLineEnding(code)) {
      effects.enter('lineEnding');
      effects.consume(code);
      effects.exit('lineEnding');
      last = code;
      return between;
    }
    effects.enter('mathTextData');
    return data(code);
  }

  function data(code: Code): State | undefined {
    if (code === null || code === dollar || isLineEnding(code)) {
      effects.exit('mathTextData');
      return between(code);
    }
    effects.consume(code);
    last = code;
    return code === 92 ? escaped : data;
  }

  function escaped(code: Code): State | undefined {
    if (code === null || isLineEnding(code)) return data(code);
    effects.consume(code);
    last = code;
    return data;
  }

  function closing(code: Code): State | undefined {
    if (code === dollar) {
      closed += 1;
      effects.consume(code);
      return closing;
    }
    if (closed !== opened || (opened === 1 && isDigit(code))) return nok(code);
    effects.exit('mathTextSequence');
    effects.exit('mathText');
    return ok(code);
  }
};

/** Below zero are line endings and the spaces that make up a tab. */
function isLineEnding(code: Code): boolean {
  return code !== null && code < -2;
}

function isSpace(code: Code): boolean {
  return code !== null && (code < 0 || /\s/.test(String.fromCharCode(code)));
}

function isDigit(code: Code): boolean {
  return code !== null && code >= 48 && code <= 57;
}

function isWord(code: Code): boolean {
  return code !== null && code > 0 && /[a-z0-9]/i.test(String.fromCharCode(code));
}
