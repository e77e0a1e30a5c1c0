import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import type { Values } from './locale.ts';

/** The values stand in the text as they are; null: one of them is missing. */
export type Filler = (values: Values) => string | null;

/** As the parser numbers them, which is no part of the executable: a piece of text, and a value that stands as it is. */
const literal = 0;
const argument = 1;

/**
 * Fills a message that holds nothing but text and values, `{name}`, which most do: the library makes an object of every
 * piece and puts them together again, a twentieth of what a list takes. null: the message counts, chooses or formats.
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
