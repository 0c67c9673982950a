/**
 * Template positions with the compilers before Angular 22.1. They can write them, too, but have no option for it: a
 * function that Angular's own tests call switches it on, for the compiler in the thread that calls it.
 */
import type { WorkspacePackages } from './workspace-packages.ts';

type SwitchLocations = (isOn: boolean) => void;

/** How many dev servers of this process need the positions. */
let users = 0;

/**
 * To be called before Angular's dev server is loaded. Returns what switches the positions off again; `null` where this
 * compiler cannot write them.
 */
export async function switchOlderCompilerOn(packages: WorkspacePackages): Promise<(() => void) | null> {
  const switchLocations = await findSwitch(packages);
  if (switchLocations === null || !loadWithCompilerInThisThread(packages)) return null;
  users += 1;
  switchLocations(true);
  let isOn = true;
  return () => {
    if (!isOn) return;
    isOn = false;
    users -= 1;
    if (users === 0) switchLocations(false);
  };
}

async function findSwitch(packages: WorkspacePackages): Promise<SwitchLocations | null> {
  const compiler = await packages.compiler();
  if (compiler === null || !('setEnableTemplateSourceLocations' in compiler)) return null;
  const found = compiler.setEnableTemplateSourceLocations;
  return typeof found === 'function' ? (found as SwitchLocations) : null;
}

/** Angular reads the variable once, when it is loaded. A person who sets it decides where the compiler runs. */
function loadWithCompilerInThisThread(packages: WorkspacePackages): boolean {
  const given = process.env.NG_BUILD_PARALLEL_TS;
  if (given !== undefined && given !== '') return /^(?:0|false)$/i.test(given);
  process.env.NG_BUILD_PARALLEL_TS = '0';
  try {
    packages.loadDevServer();
  } finally {
    delete process.env.NG_BUILD_PARALLEL_TS;
  }
  return true;
}
