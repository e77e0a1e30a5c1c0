import { renderPicture } from '#src/documents/document.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { accentOnPaper } from '#src/ui/theme.ts';
import type { ResultView } from './certificate.ts';

const maxRanks = 3;

export function resultPicture({ fonts }: Pick<Deps, 'fonts'>, view: ResultView): Promise<Uint8Array<ArrayBuffer>> {
  const { event, name, competition, figure, ranks, brand, language } = view;
  const { accent, accentInk } = accentOnPaper(view.accent);
  const data = {
    ...{ language, title: name, author: view.organizer.name, event: event.title, name, figure, brand },
    ...{ accent, 'accent-ink': accentInk, ranks: ranks.slice(0, maxRanks) },
    competition: `${competition}  ·  ${event.date}`,
  };
  return renderPicture(fonts, { template: 'modules/results/papers/result-picture.typ', data });
}
