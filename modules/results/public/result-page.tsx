import type { ReactElement } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { Bib } from '#src/ui/bib.tsx';
import { Alert, Card, Facts } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import type { ResultView } from '../papers/data.ts';
import type { BoardRow } from '../rules/board.ts';
import type { SeenCompetition } from './load-public.ts';
import { competitionResultsPath, resultPath } from './paths.ts';

/** Only for people shown by name. */
export function ResultPage(props: {
  seen: SeenCompetition;
  row: BoardRow;
  shown: ResultView;
  i18n: Translator;
}): ReactElement {
  const { seen, row, shown, i18n } = props;
  const { event } = seen.catalog;
  const { t } = i18n;
  const path = resultPath(event.id, seen.competition.id, row.id);
  return (
    <div className="stack narrow">
      {seen.isPreview ? <Alert tone="wait">{t('results.public.preview')}</Alert> : null}
      <p>
        <a href={competitionResultsPath(event.id, seen.competition.id)}>{t('results.single.back')}</a>
      </p>
      <h1 className="visually-hidden">{t('results.single.title', { name: shown.name })}</h1>
      <ResultBib shown={shown} row={row} i18n={i18n} />
      {row.status === 'finished' ? (
        <div className="row">
          <ButtonLink href={`${path}/certificate`}>{t('results.certificate.download')}</ButtonLink>
          <ButtonLink look="quiet" href={`${path}/share.png`}>
            {t('results.single.picture')}
          </ButtonLink>
        </div>
      ) : null}
      {shown.splits.length > 0 ? (
        <Card title={t('results.single.splits')}>
          <Facts facts={shown.splits} />
        </Card>
      ) : null}
    </div>
  );
}

/** The time is the large figure. */
export function ResultBib(props: { shown: ResultView; row: BoardRow; i18n: Translator }): ReactElement {
  const { shown, row, i18n } = props;
  return (
    <Bib
      head={shown.event.title}
      headAside={row.bib ?? undefined}
      figure={shown.figure}
      title={shown.name}
      level={2}
      tone={row.status === 'finished' ? 'strong' : 'over'}
      lines={[
        shown.competition,
        ...(shown.below ? [shown.below] : []),
        ...shown.ranks.map(({ label, value }) => i18n.t('results.rankLine', { label, rank: value })),
      ]}
    />
  );
}
