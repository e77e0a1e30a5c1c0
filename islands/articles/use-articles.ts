import { useState } from 'react';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { DraftParticipant, DraftTeam } from '#modules/orders/rules/draft.ts';
import { cents } from '#src/kernel/money.ts';
import { formatCents, type Locale } from '#src/ui/format.ts';
import type { StepRules } from '../booking/rules.ts';
import type { ArticleTexts } from './texts.ts';

export const nameOf = ({ firstName, lastName }: DraftParticipant): string => `${firstName} ${lastName}`.trim();

export type Articles = {
  /** Pieces per variant chosen by all people together. */
  taken: Readonly<Record<number, number>>;
  /** Errors by field name: of fields that were left, or of all after the first submit. */
  sentences: Record<string, string>;
  /** With the person's name, for the summary. */
  named: Record<string, string>;
  /** Whether to ask for confirmation, and of whom. */
  asks: boolean;
  undecidedNames: string;
  leave(name: string): void;
  chosen(): void;
  /** On submit: the field with an error, which is shown from now on; null if there is none. */
  holds(now: readonly DraftTeam[]): { field: string } | 'decline' | null;
};

export function useArticles(
  { catalog, locale }: { catalog: Catalog; locale: Locale },
  texts: ArticleTexts | null,
  teams: readonly DraftTeam[],
  rules: StepRules | null,
  options: { only?: string | null; showErrors: boolean; asksToDecline?: boolean },
): Articles {
  const { only = null } = options;
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  const [posted, setPosted] = useState(options.showErrors);
  const [asks, setAsks] = useState(options.asksToDecline ?? false);
  const people = teams.flatMap((team) => team.participants);
  const taken: Record<number, number> = {};
  for (const { variantId, quantity } of people.flatMap(({ articles }) => articles))
    taken[variantId] = (taken[variantId] ?? 0) + quantity;
  const sentences: Record<string, string> = {};
  const named: Record<string, string> = {};
  if (texts && rules) {
    for (const [name, { error, limit }] of Object.entries(rules.articleErrors(catalog, teams))) {
      if (!posted && !visited.has(name)) continue;
      const amount = error.startsWith('donation') ? formatCents(cents(limit), locale) : String(limit);
      const sentence =
        error === 'stock' && limit === 0 ? texts.gone : texts.errors[error].replace('{limit}', () => amount);
      sentences[name] = sentence;
      const person = people.find(({ localId }) => name.split('.')[1] === localId);
      const who = person ? nameOf(person) : '';
      if (posted) named[name] = texts.ofPerson.replace('{field}', () => who).replace('{error}', () => sentence);
    }
  }
  return {
    taken,
    sentences,
    named,
    asks,
    undecidedNames: asks && rules ? rules.undecided(catalog.articles, teams, only).map(nameOf).join(', ') : '',
    leave: (name) => setVisited((before) => new Set([...before, name])),
    chosen: () => setAsks(false),
    holds(now) {
      // Without rules the server validates.
      if (!rules) return null;
      const [first] = Object.keys(rules.articleErrors(catalog, now));
      if (first !== undefined) {
        setPosted(true);
        return { field: first };
      }
      if (asks || rules.undecided(catalog.articles, now, only).length === 0) return null;
      setAsks(true);
      return 'decline';
    },
  };
}
