/** Account numbers as far as their own digits can tell; which bank takes what is decided where money moves. */
export const withoutBlanks = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase();

/** Characters, length and check digits of an IBAN (ISO 13616, ISO 7064 MOD 97-10), without blanks. */
export function isIbanShape(iban: string): boolean {
  if (!/^[A-Z]{2}(?!0[01]|99)\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** ISO 9362, eight or eleven characters. */
export const isBicShape = (bic: string): boolean => /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic);
