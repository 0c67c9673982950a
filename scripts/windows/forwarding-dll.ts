/** A library of Windows without any code: what it exports is a function of another library. */

/** Where the one section of the library is loaded. */
const sectionAddress = 0x1000;
const sectionBytes = 0x200;
const headerBytes = 0x200;

/** `target` is a library without its ending, and a function of it: `advapi32.SystemFunction036`. */
export function forwardingDll(name: string, exported: string, target: string): Buffer {
  const { section, tableBytes } = exportSection(name, exported, target);
  return Buffer.concat([header(tableBytes), section]);
}

function exportSection(name: string, exported: string, target: string) {
  const section = Buffer.alloc(sectionBytes);
  const [functions, names, ordinals] = [40, 44, 48];
  let end = 52;
  const place = (text: string) => {
    const address = sectionAddress + end;
    end += section.write(`${text}\0`, end, 'latin1');
    return address;
  };
  section.writeUInt32LE(place(name), 12);
  const exportedAt = place(exported);
  const targetAt = place(target);
  // It begins with number 1, and has one function and one name.
  for (const offset of [16, 20, 24]) section.writeUInt32LE(1, offset);
  section.writeUInt32LE(sectionAddress + functions, 28);
  section.writeUInt32LE(sectionAddress + names, 32);
  section.writeUInt32LE(sectionAddress + ordinals, 36);
  // An address inside of this table is a text that names another function.
  section.writeUInt32LE(targetAt, functions);
  section.writeUInt32LE(exportedAt, names);
  return { section, tableBytes: end };
}

/** Of a library for 64 bits with one section, as "PE Format" of Microsoft's documentation has it. */
function header(tableBytes: number): Buffer {
  const bytes = Buffer.alloc(headerBytes);
  bytes.write('MZ', 0);
  bytes.writeUInt32LE(0x40, 0x3c);
  bytes.write('PE\0\0', 0x40);
  writeFileHeader(bytes.subarray(0x44));
  writeOptionalHeader(bytes.subarray(0x58), tableBytes);
  writeSectionHeader(bytes.subarray(0x148));
  return bytes;
}

function writeFileHeader(at: Buffer): void {
  at.writeUInt16LE(0x8664, 0); // x64
  at.writeUInt16LE(1, 2);
  at.writeUInt16LE(0xf0, 16);
  at.writeUInt16LE(0x2022, 18); // an executable library that may lie above 2 GB
}

function writeOptionalHeader(at: Buffer, tableBytes: number): void {
  at.writeUInt16LE(0x20b, 0);
  at.writeUInt32LE(sectionBytes, 8);
  at.writeBigUInt64LE(0x1_8000_0000n, 24);
  at.writeUInt32LE(0x1000, 32);
  at.writeUInt32LE(0x200, 36);
  at.writeUInt16LE(6, 40);
  at.writeUInt16LE(6, 48);
  at.writeUInt32LE(2 * sectionAddress, 56);
  at.writeUInt32LE(headerBytes, 60);
  at.writeUInt16LE(2, 68);
  at.writeUInt16LE(0x160, 70);
  for (const offset of [72, 88]) at.writeBigUInt64LE(0x10_0000n, offset);
  for (const offset of [80, 96]) at.writeBigUInt64LE(0x1000n, offset);
  at.writeUInt32LE(16, 108);
  at.writeUInt32LE(sectionAddress, 112);
  at.writeUInt32LE(tableBytes, 116);
}

function writeSectionHeader(at: Buffer): void {
  at.write('.rdata', 0);
  at.writeUInt32LE(sectionBytes, 8);
  at.writeUInt32LE(sectionAddress, 12);
  at.writeUInt32LE(sectionBytes, 16);
  at.writeUInt32LE(headerBytes, 20);
  at.writeUInt32LE(0x4000_0040, 36);
}
