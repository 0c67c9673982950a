/** An agent without a model: it reads an outline, chooses a line by role and name, and uses its ref. */
import { describeWanted, findRef, type OutlineLine, type Wanted } from './outline.ts';
import { type ClickOptions, type LocalFile, type Place, type TaskTools, ToolFailure } from './task-tools.ts';

export interface ScriptedAgent {
  click(wanted: Wanted, options?: ClickOptions): Promise<void>;
  hover(wanted: Wanted): Promise<void>;
  drag(from: Wanted, to: Wanted): Promise<void>;
  fill(wanted: Wanted, text: string): Promise<void>;
  rewrite(wanted: Wanted, text: string): Promise<void>;
  append(wanted: Wanted, text: string): Promise<void>;
  choose(wanted: Wanted, option: string): Promise<void>;
  setValue(wanted: Wanted, value: string): Promise<void>;
  upload(wanted: Wanted, file: LocalFile): Promise<void>;
  dropFile(wanted: Wanted, file: LocalFile): Promise<void>;
  download(wanted: Wanted): Promise<string>;
  /** Whether the page has such a line, after looking again. */
  sees(wanted: Wanted): Promise<boolean>;
  /** What the page says, after looking again: the first text that matches; `null` if none does. */
  read(pattern: RegExp): Promise<string | null>;
  /** Reads the page again, because what was read before is about another state. */
  look(): Promise<void>;
  readonly tools: TaskTools;
}

export interface AgentOptions {
  /** Uses the CSS selectors of a task where refs do not do. */
  readonly mayUseCss: boolean;
}

/** What is still moving may have no ref yet. */
const againMs = 500;

export function scriptedAgent(tools: TaskTools, { mayUseCss }: AgentOptions): ScriptedAgent {
  let outline: readonly OutlineLine[] = [];
  const look = async (): Promise<void> => {
    outline = await tools.look();
  };
  /** In what was read last; when it is not there, after reading again, and once more a moment later. */
  const find = async (wanted: Wanted): Promise<string | null> => {
    for (const waitMs of [null, 0, againMs]) {
      if (waitMs !== null) {
        await new Promise((resolve) => setTimeout(resolve, waitMs));
        await look();
      }
      const found = findRef(outline, wanted);
      if (found !== null) return found;
    }
    return null;
  };
  const at = async (wanted: Wanted, act: (place: Place) => Promise<void>): Promise<void> => {
    const ref = await find(wanted);
    try {
      if (ref === null) throw noRefFailure(wanted, outline);
      await act({ ref });
    } catch (error) {
      if (!(error instanceof ToolFailure) || !mayUseCss || wanted.css === undefined) throw error;
      await act({ css: wanted.css });
    }
  };
  return {
    tools,
    look,
    click: (wanted, options) => at(wanted, (place) => tools.click(place, options)),
    hover: (wanted) => at(wanted, (place) => tools.hover(place)),
    drag: (from, to) => at(from, (start) => at(to, (end) => tools.drag(start, end))),
    fill: (wanted, text) => at(wanted, (place) => tools.fill(place, text)),
    rewrite: (wanted, text) => at(wanted, (place) => tools.rewrite(place, text)),
    append: (wanted, text) => at(wanted, (place) => tools.append(place, text)),
    choose: (wanted, option) => at(wanted, (place) => tools.choose(place, option)),
    setValue: (wanted, value) => at(wanted, (place) => tools.setValue(place, wanted.name, value)),
    upload: (wanted, file) => at(wanted, (place) => tools.upload(place, file)),
    dropFile: (wanted, file) => at(wanted, (place) => tools.dropFile(place, file)),
    download: async (wanted) => {
      let path = '';
      await at(wanted, async (place) => {
        path = await tools.download(place);
      });
      return path;
    },
    read: async (pattern) => {
      await look();
      return pattern.exec(outline.map(({ raw }) => raw).join('\n'))?.[0] ?? null;
    },
    sees: async (wanted) => {
      await look();
      return findRef(outline, wanted) !== null;
    },
  };
}

function noRefFailure(wanted: Wanted, outline: readonly OutlineLine[]): ToolFailure {
  const alike = outline.filter(({ name }) => name.toLowerCase().includes(wanted.name.toLowerCase()));
  const shown = alike.slice(0, 3).map(({ raw }) => raw.trim());
  return new ToolFailure(
    `no ref for the ${describeWanted(wanted)}: ${shown.length === 0 ? 'no line has this name' : shown.join(' | ')}`,
  );
}
