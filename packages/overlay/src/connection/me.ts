/** Keeps who the person of this page is, as the hub says and as they call themselves. */
import { cleanName } from '@annotate-mcp/core';

import type { Storages } from '../state/memory.ts';
import type { Me } from '../state/state.ts';

import type { Welcome } from './hub-socket.ts';
import { chosenName, keepName } from './identity.ts';
import type { Writer } from './predictor.ts';

export interface KeptMe {
  readonly welcome: (welcome: Welcome) => void;
  /** Returns the name as it is shown; `null` when it is blank, which changes nothing. */
  readonly rename: (name: string) => string | null;
}

/** Writes the same into `writer`, as which the page's own changes are predicted. */
export function createMe(writer: Writer, storages: Storages, onMe: (me: Me) => void): KeptMe {
  let may: Me['may'] = null;
  const report = () => {
    const { authorId: id, authorName: name = null, local } = writer;
    onMe({ id, name, isNamed: chosenName(storages) !== null, local, may });
  };
  return {
    // A hub of an older release says neither what the page may do nor where it is.
    welcome({ authorId, name, local = true, may: abilities }) {
      may = abilities ?? null;
      delete writer.authorName;
      Object.assign(writer, { authorId, local, ...(name !== undefined && { authorName: name }) });
      report();
    },
    rename(text) {
      const name = cleanName(text);
      if (name === null) return null;
      keepName(storages, name);
      writer.authorName = name;
      report();
      return name;
    },
  };
}
