/** The shortest field of a timing system for it (RACE RESULT: Transponder1). */
export const maxChipLength = 40;

/** Normalizes the code of a timing chip; null: none. */
export function chipOf(text: string | null | undefined): string | null {
  const chip = text?.normalize('NFKC').replace(/\s+/g, '').toUpperCase() ?? '';
  return chip === '' || /^[-–—]+$/.test(chip) ? null : chip;
}

/** What the history says. */
export const chipComment = 'participant.chipSet';

/** SQL for the chip of the participant `p`. */
export const chipOfPerson = '(select c.chip from participant_chips c where c.participant_id = p.id)';
