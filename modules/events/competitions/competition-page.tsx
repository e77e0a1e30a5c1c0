import type { ReactElement } from 'react';
import { ButtonLink } from '#src/ui/form.tsx';
import { PictureBox } from '../pictures/picture-box.tsx';
import type { Managed } from '../prices/managed-competition.ts';
import { PriceList } from '../prices/price-list.tsx';

const sections = ['prices', 'details', 'picture', 'danger'] as const;

type Shown = Managed & { form: ReactElement; path: string };

/** One competition: what it costs when, then all about it, its picture, and how to be rid of it. */
export function CompetitionSections({ call, catalog, competition, form, path }: Shown): ReactElement {
  const { i18n } = call;
  return (
    <div className="stack">
      <nav aria-label={i18n.t('events.competitions.sections')}>
        <ul className="section-links competition-links">
          {sections.map((section) => (
            <li key={section}>
              <a href={`#${section}`}>{i18n.t(`events.competitions.section.${section}`)}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="stack competition-sections">
        <PriceList competition={competition} path={path} i18n={i18n} call={call} />
        <section className="stack-s" aria-labelledby="details-title" id="details">
          <h2 id="details-title">{i18n.t('events.competitions.section.details')}</h2>
          {form}
        </section>
        <PictureBox call={call} catalog={catalog} record={{ kind: 'competition', id: competition.id }} />
        <section className="stack-s" aria-labelledby="danger-title" id="danger">
          <h2 id="danger-title">{i18n.t('events.competitions.section.danger')}</h2>
          <p className="soft">{i18n.t('events.competitions.dangerText')}</p>
          <p>
            <ButtonLink href={`${path}/delete`} look="quiet" small>
              {i18n.t('events.admin.deleteCompetition')}
            </ButtonLink>
          </p>
        </section>
      </div>
    </div>
  );
}
