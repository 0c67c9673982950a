const units = [
  { name: 'd', ms: 86_400_000 },
  { name: 'h', ms: 3_600_000 },
  { name: 'min', ms: 60_000 },
  { name: 's', ms: 1_000 },
] as const;

/** How long ago, in the largest unit that fits: `3 h`. */
export function age(time: string, now: Date): string {
  return duration(now.getTime() - new Date(time).getTime());
}

/** In the largest unit that fits: `3 h`. */
export function duration(ms: number): string {
  const elapsed = Math.max(0, ms);
  const unit = units.find((each) => elapsed >= each.ms) ?? { name: 's', ms: 1_000 };
  return `${Math.floor(elapsed / unit.ms)} ${unit.name}`;
}
