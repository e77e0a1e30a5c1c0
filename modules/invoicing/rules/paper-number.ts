const minDigits = 6;

/** Six digits at least, so that papers sort by number. */
export const paperNumber = ({ prefix, suffix }: { prefix: string; suffix: string }, sequence: number): string =>
  `${prefix}${String(sequence).padStart(minDigits, '0')}${suffix}`;

export const usualPrefix = (organizerId: number | null): string => (organizerId === null ? 'P-' : `R${organizerId}-`);
