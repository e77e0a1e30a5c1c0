import { renderDocument } from '#src/documents/document.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { RequestedBy } from '#src/runtime/processes/drawer.ts';
import { accentOnPaper } from '#src/ui/theme.ts';
import type { ResultView } from './data.ts';

const maxSplits = 8;

/** A4. `by`: who requests it. */
export function certificatePdf(
  { fonts }: Pick<Deps, 'fonts'>,
  shown: ResultView,
  by: RequestedBy,
): Promise<Uint8Array<ArrayBuffer>> {
  const { event, name, below, competition, figure, ranks } = shown;
  const { accent, accentInk } = accentOnPaper(shown.accent);
  const data = {
    language: shown.language,
    title: `${shown.title} – ${name}`,
    author: shown.organizer.name,
    ...{ accent, 'accent-ink': accentInk, heading: shown.title, name, below, competition, figure, ranks },
    event: event.title,
    place: [event.date, event.place].filter(Boolean).join('  ·  '),
    splits: shown.splits.slice(0, maxSplits).map(({ label, value }) => `${label} ${value}`),
    foot: [shown.foot],
  };
  return renderDocument(fonts, { template: 'modules/results/papers/certificate.typ', data }, by);
}
