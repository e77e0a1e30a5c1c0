import { parseIban } from '#src/kernel/iban.ts';
import { given, saysReversal, tidy } from './cells.ts';
import { sepaParts } from './sepa-text.ts';

/** Business codes of German banks for returns. */
const returnCodes = new Set(['108', '109', '118', '119', '159']);

/** SEPA return reasons in the text key extension; ordinary bookings have other digits there (`000`, `011`). */
const isReturnReason = (extension: string | undefined): boolean => /^9(0[1-9]|1[0-8])$/.test((extension ?? '').trim());

type Purpose = { name: string; iban: string | null; texts: string[]; endToEndId: string | null; isReturn: boolean };

/** Parses `:86:` with business code and numbered fields, or as free text. Purpose fields are cut at 27 characters. */
export function purposeOf(notes: string): Purpose {
  const lines = notes.split('\n');
  const whole = lines.join('');
  const coded = /^(\d{3})([^\w\s])(?=\d{2})/.exec(whole) ?? /^()(\?)(?=\d{2})/.exec(whole);
  if (!coded) {
    const parts = sepaParts(whole);
    const texts = [...new Set([sepaParts(lines.join(' ')).text, parts.text])];
    const isReturn = saysReversal(lines[0] ?? '');
    return {
      name: tidy(parts.name ?? ''),
      iban: parts.iban && parseIban(parts.iban),
      texts,
      endToEndId: given(parts.endToEndId),
      isReturn,
    };
  }
  const [, code = '', separator = '?'] = coded;
  const fields = new Map<number, string>();
  for (const piece of whole.slice(code.length).split(separator)) {
    if (!/^\d{2}/.test(piece)) {
      // The payer typed the separator.
      const last = [...fields.keys()].at(-1);
      if (last !== undefined && piece !== '') fields.set(last, `${fields.get(last)}${separator}${piece}`);
      continue;
    }
    const number = Number(piece.slice(0, 2));
    fields.set(number, (fields.get(number) ?? '') + piece.slice(2));
  }
  const isPurpose = (number: number) => (number >= 20 && number <= 29) || (number >= 60 && number <= 63);
  const pieces = [...fields].filter(([number]) => isPurpose(number)).map(([, text]) => text);
  const joined = sepaParts(pieces.join(''));
  const spaced = sepaParts(pieces.join(' '));
  const iban = parseIban(fields.get(31) ?? '') ?? parseIban(fields.get(38) ?? '') ?? parseIban(joined.iban ?? '');
  return {
    name: tidy(`${fields.get(32) ?? ''}${fields.get(33) ?? ''}`),
    iban,
    texts: [...new Set([joined.text, spaced.text])],
    endToEndId: given(joined.endToEndId),
    isReturn: returnCodes.has(code) || isReturnReason(fields.get(34)) || saysReversal(fields.get(0) ?? ''),
  };
}
