const minDigits = 6;

/** Prefix, running number, suffix; the number has six digits at least, so that papers sort by their numbers. */
export const paperNumber = ({ prefix, suffix }: { prefix: string; suffix: string }, sequence: number): string =>
  `${prefix}${String(sequence).padStart(minDigits, '0')}${suffix}`;

/** Of an organizer, or of the platform (null), until somebody chooses another. */
export const usualPrefix = (organizerId: number | null): string => (organizerId === null ? 'P-' : `R${organizerId}-`);
