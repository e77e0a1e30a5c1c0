import { ButtonLink } from '#src/ui/form.tsx';
import { ConfirmDelete } from '../forms/confirm-delete.tsx';
import {
  EventTabs,
  eventHead,
  type FormState,
  formStatus,
  type OrganizerCall,
  Refused,
  Saved,
  SavingForm,
} from '../forms/frame.tsx';
import { typedOf } from '../forms/reading.ts';
import { voucherRisks } from '../forms/voucher-risks.ts';
import { PictureBox } from '../pictures/picture-box.tsx';
import { PriceList } from '../prices/price-list.tsx';
import { competitionGroups } from './form.ts';
import { type Managed, ticketsPath } from './managed.ts';

const sections = ['prices', 'details', 'picture', 'danger'] as const;

/** One competition: what it costs when, then all about it, its picture, and how to be rid of it. */
export function showCompetition(call: OrganizerCall, managed: Managed, state?: FormState): Promise<Response> {
  const { catalog, competition, words } = managed;
  const { viewer, query } = call;
  const { event } = catalog;
  const path = ticketsPath(event.id, competition.id);
  return call.render(
    <div className="stack">
      <EventTabs eventId={event.id} words={words} />
      <Refused call={call} />
      {query.has('saved') && !state ? <Saved words={words} /> : null}
      <div className="stack">
        <nav aria-label={words.t('events.competitions.sections')}>
          <ul className="section-links competition-links">
            {sections.map((section) => (
              <li key={section}>
                <a href={`#${section}`}>{words.t(`events.competitions.section.${section}`)}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="stack competition-sections">
          <PriceList competition={competition} path={path} words={words} call={call} />
          <section className="stack-s" aria-labelledby="details-title" id="details">
            <h2 id="details-title">{words.t('events.competitions.section.details')}</h2>
            <SavingForm
              groups={competitionGroups}
              stored={typedOf(competitionGroups, competition, words.locale, event.timeZone)}
              state={state}
              words={words}
              timeZone={event.timeZone}
              action={path}
              csrfToken={viewer.csrfToken}
            />
          </section>
          <PictureBox
            call={call}
            catalog={catalog}
            record={{ kind: 'competition', id: competition.id }}
            stored={competition.previewPicture}
          />
          <section className="stack-s" aria-labelledby="danger-title" id="danger">
            <h2 id="danger-title">{words.t('events.competitions.section.danger')}</h2>
            <p className="soft">{words.t('events.competitions.dangerText')}</p>
            <p>
              <ButtonLink href={`${path}/delete`} look="quiet" small>
                {words.t('events.admin.deleteCompetition')}
              </ButtonLink>
            </p>
          </section>
        </div>
      </div>
    </div>,
    eventHead(
      catalog,
      competition.title,
      <ButtonLink look="quiet" href={`/api/admin/competitions/${competition.id}/registration-confirmation/example`}>
        {words.t('events.competitions.example')}
      </ButtonLink>,
    ),
    formStatus(state),
  );
}

/** Asked before a competition is deleted. */
export async function showDelete(call: OrganizerCall, managed: Managed, status: 200 | 400 = 200): Promise<Response> {
  const { catalog, competition, words } = managed;
  const path = ticketsPath(catalog.event.id, competition.id);
  return call.render(
    <div className="stack">
      <EventTabs eventId={catalog.event.id} words={words} />
      <ConfirmDelete
        call={call}
        action={`${path}/delete`}
        backHref={path}
        text={words.t('events.competitions.deleteText', {
          title: competition.title,
          prices: competition.prices.length,
        })}
        risks={
          competition.sold > 0
            ? [words.t('events.competitions.soldText', { sold: words.number(competition.sold) })]
            : await voucherRisks(call, words, catalog.event.id, { competition })
        }
        button={words.t('events.admin.deleteCompetition')}
      />
    </div>,
    eventHead(catalog, words.t('events.competitions.deleteTitle')),
    status,
  );
}
