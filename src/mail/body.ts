/** What a mail says, as blocks; `frame.tsx` makes HTML and text of them. */

/** Lines of the value stand below each other; in plain text on one line, unless it is quoted `verbatim`. */
export type MailFact = { label: string; value: string; verbatim?: boolean };
export type MailBlock =
  | { kind: 'heading'; text: string }
  /** Line breaks in the text are kept. */
  | { kind: 'paragraph'; text: string }
  /** A quieter sentence, such as when a code ends. */
  | { kind: 'hint'; text: string }
  | { kind: 'facts'; facts: MailFact[] }
  /** A login code, large and easy to copy. */
  | { kind: 'code'; label: string; code: string }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'links'; links: { label: string; url: string }[] }
  /** Lines with amounts, the sum last; amounts are finished texts. */
  | { kind: 'totals'; lines: { label: string; amount: string }[]; total: { label: string; amount: string } }
  /** A picture attached with this `inlineId`; `alt` says what it is for those who do not see it. */
  | { kind: 'picture'; inlineId: string; alt: string; width: number }
  /** A start number: big figure (left out: there is none yet), name, and what else is on a bib. */
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
  /** The name in the head: the platform's, or a white label's. */
  brand: string;
  /** Colour of buttons and bibs, `#rrggbb`. */
  accent?: string;
  blocks: MailBlock[];
  /** Imprint of the sender and why the reader gets this mail, one line each. */
  footer: string[];
};
