import type { FormState } from '#src/platform/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/platform/forms/saving-form.tsx';
import { ButtonLink, Saved } from '#src/ui/form.tsx';
import { askToDelete } from '../forms/ask-to-delete.tsx';
import { EventTabs, eventHead, Refused } from '../forms/frame.tsx';
import { voucherRisks } from '../forms/voucher-risks.ts';
import { PictureBox } from '../pictures/picture-box.tsx';
import { PriceList } from '../prices/price-list.tsx';
import { competitionForm } from './form.ts';
import { type Managed, ticketsPath } from './managed.ts';

const sections = ['prices', 'details', 'picture', 'danger'] as const;

/** One competition: what it costs when, then all about it, its picture, and how to be rid of it. */
export function showCompetition({ call, catalog, competition }: Managed, state?: FormState): Promise<Response> {
  const { words, query } = call;
  const { event } = catalog;
  const path = ticketsPath(event.id, competition.id);
  return call.render(
    <div className="stack">
      <EventTabs eventId={event.id} words={words} />
      <Refused call={call} />
      {query.has('saved') && !state ? <Saved /> : null}
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
            <SavingForm form={competitionForm} record={competition} state={state} words={words} action={path} />
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
export async function showDelete({ call, catalog, competition }: Managed, status: 200 | 400 = 200): Promise<Response> {
  const { words } = call;
  const { title, prices, sold } = competition;
  const path = ticketsPath(catalog.event.id, competition.id);
  const deletion = {
    title: words.t('events.competitions.deleteTitle'),
    text: words.t('events.competitions.deleteText', { title, prices: prices.length }),
    button: words.t('events.admin.deleteCompetition'),
    action: `${path}/delete`,
    back: path,
    risks:
      sold > 0
        ? [words.t('events.competitions.soldText', { sold: words.number(sold) })]
        : await voucherRisks(call, words, catalog.event.id, { competition }),
  };
  return askToDelete(call, catalog, deletion, status);
}
