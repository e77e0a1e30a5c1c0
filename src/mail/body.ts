/** A mail's content as blocks; `frame.tsx` renders HTML and text from them. */

/** In plain text line breaks of the value become one line, unless it is `verbatim`. */
export type MailFact = { label: string; value: string; verbatim?: boolean };
export type MailBlock =
  | { kind: 'heading'; text: string }
  /** Line breaks are preserved. */
  | { kind: 'paragraph'; text: string }
  /** A quieter sentence, such as when a code expires. */
  | { kind: 'hint'; text: string }
  | { kind: 'facts'; facts: MailFact[] }
  /** A login code, large and easy to copy. */
  | { kind: 'code'; label: string; code: string }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'links'; links: { label: string; url: string }[] }
  /** Lines with formatted amounts, the sum last. */
  | { kind: 'totals'; lines: { label: string; amount: string }[]; total: { label: string; amount: string } }
  /** A picture attached with this `inlineId`. */
  | { kind: 'picture'; inlineId: string; alt: string; width: number }
  /** A start number: big figure (left out when there is none yet), name and details. */
  | {
      kind: 'bib';
      label: string;
      figure?: string;
      name: string;
      lines: string[];
      qr?: { inlineId: string; alt: string };
    };

export type MailBody = {
  lang: 'de' | 'en-US';
  preheader: string;
  /** The platform's or a white label's name. */
  brand: string;
  /** Color of buttons and bibs, `#rrggbb`. */
  accent?: string;
  blocks: MailBlock[];
  /** Imprint and the reason for this mail, one line each. */
  footer: string[];
};
