/** Whose words a record is: what this user wrote on this machine is sealed, everything else came with the repository. */
export { HookSwitch, type SwitchableHook, switchableHooks } from './hook-switch.ts';
export { trustedFolderOf } from './provenance.ts';
export { openRecordSealer, type RecordSealer, type SealerOptions } from './record-sealer.ts';
export { RepositoryTrust } from './repository-trust.ts';
export { unusableKeyFolder } from './user-key.ts';
