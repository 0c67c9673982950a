/** Starts programs, and decides which. Nothing else in the product starts a process. */
export { systemProgram } from './command-line.ts';
export { programFinder, type ProgramFinder } from './find-program.ts';
export { runProgram } from './run-program.ts';
export {
  type ChildProcess,
  type ChildProcessWithoutNullStreams,
  endProgram,
  endRestOfGroup,
  startPiped,
  startProgram,
  startTyped,
  startTypedInTerminal,
  startTypedPiped,
} from './start-program.ts';
