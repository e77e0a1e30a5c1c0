import { eventHead, loadCatalog, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { organizerById } from '#modules/organizers/index.ts';
import { refuse } from '#src/kernel/problem.ts';
import { Alert } from '#src/ui/display.tsx';
import { Confirm, isConfirmed } from '#src/web/forms/confirm.tsx';
import { refusalText } from '#src/web/forms/refusal.ts';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { feesJobName } from '../fees/fees-job.ts';
import { closePath, eventPayoutsPath, settlementPath } from '../paths.ts';
import { closeSettlement } from './close-settlement.ts';
import { draftOf } from './read-draft.ts';
import { auditsOf, figuresOf, settlementById } from './read-settlements.ts';
import { FiguresTable, SettlementPage } from './settlement-page.tsx';

type CloseCall = PageCall<'payout.make', 'event', Catalog>;

async function askToClose(call: CloseCall, refusal: string | null = null): Promise<Response> {
  const catalog = call.record;
  const i18n = wordsOf(call.i18n, catalog);
  const { id: eventId } = catalog.event;
  const draft = (await draftOf(call.deps.read, eventId, call.now)) ?? refuse('NOT_FOUND');
  const { figures, number, organizerId } = draft;
  const organizer = organizerId === null ? null : await organizerById(call.deps.read, organizerId);
  const payout = i18n.t('settlement.close.payout', {
    amount: i18n.money(figures.payout),
    organizer: organizer?.name ?? '',
  });
  return call.render(
    <Confirm
      action={closePath(eventId)}
      text={<FiguresTable caption={i18n.t('settlement.draft.title')} figures={figures} i18n={i18n} />}
      risks={[i18n.t('settlement.close.risk'), ...(figures.payout > 0 ? [payout] : [])]}
      button={i18n.t('settlement.close')}
      isHarmless
      back={eventPayoutsPath(eventId)}
      refusal={refusal}
    />,
    eventHead(catalog, i18n.t('settlement.close.title', { number: String(number) })),
    refusal ? 409 : 200,
  );
}

export const settlementPages: Route[] = [
  page(
    { method: 'get', path: '/admin/events/{event}/settlements/close', may: 'payout.make', load: loadCatalog },
    (call) => askToClose(call),
  ),
  page(
    { method: 'post', path: '/admin/events/{event}/settlements/close', may: 'payout.make', load: loadCatalog },
    async (call) => {
      if (!isConfirmed(call)) return askToClose(call);
      const { id: eventId } = call.record.event;
      try {
        const editorId = call.viewer.userId;
        const id = await call.deps.write((work) =>
          closeSettlement(work, { eventId, editorId, seller: call.deps.config.seller }),
        );
        call.deps.runNow(feesJobName);
        return call.redirect(`${settlementPath(eventId, id)}?done=closed`);
      } catch (error) {
        return askToClose(call, refusalText(error, call.i18n));
      }
    },
  ),
  page(
    { method: 'get', path: '/admin/events/{event}/settlements/{settlementId}', may: 'event.money', load: loadCatalog },
    async (call) => {
      const catalog = call.record;
      const i18n = wordsOf(call.i18n, catalog);
      const settlement = await settlementById(call.deps.read, call.params.settlementId);
      if (settlement?.eventId !== catalog.event.id) return refuse('NOT_FOUND');
      return call.render(
        <>
          {call.query.get('done') === 'closed' ? <Alert tone="good">{i18n.t('settlement.done.closed')}</Alert> : null}
          <SettlementPage
            settlement={settlement}
            figures={figuresOf(settlement)}
            audits={await auditsOf(call.deps.read, settlement.id)}
            i18n={i18n}
          />
        </>,
        eventHead(catalog, i18n.t('settlement.title', { number: String(settlement.number) })),
      );
    },
  ),
];
