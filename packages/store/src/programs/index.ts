/** Starts programs, and decides which. Nothing else in the product starts a process. */
export { commandLineFor, systemProgram } from './command-line.ts';
export { programFinder, type ProgramFinder } from './find-program.ts';
export { howToAllow, mayUseProgramsOf } from './project-programs.ts';
export { type ProgramResult, runProgram, type RunOptions } from './run-program.ts';
export {
  type ChildProcess,
  type ChildProcessWithoutNullStreams,
  endProgram,
  endRestOfGroup,
  startPiped,
  startProgram,
  type StartOptions,
  startTyped,
  startTypedInTerminal,
  startTypedPiped,
} from './start-program.ts';
