import { loadOrganizer, loadOwnOrganizers, type Organizer } from '#modules/organizers/index.ts';
import { mayTouch } from '#src/access/permissions.ts';
import { Problem } from '#src/kernel/problem.ts';
import { Alert, Facts } from '#src/ui/display.tsx';
import { ButtonLink, RefusalNote, Saved } from '#src/ui/form.tsx';
import { formPages } from '#src/web/forms/form-pages.ts';
import { postedText } from '#src/web/forms/own-form.ts';
import { problemText } from '#src/web/forms/refusal.ts';
import { type FormState, saveForm } from '#src/web/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/web/forms/saving-form.tsx';
import { type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { List } from '#src/web/list/list-page.tsx';
import { listData, listFile } from '#src/web/list/show.ts';
import { type CardStep, cardSteps, permissionOf, saveCardSettings } from '../change-card.ts';
import { cardResponse } from '../documents/card-pdf.ts';
import { sellCard } from '../issue-card.ts';
import { cardPath, cardsPath, shopPath } from '../links.ts';
import { figuresOf, loadCard, movesOf, settingsOf } from '../read-cards.ts';
import { cardState, shortCardCode } from '../rules/card.ts';
import type { GiftCard } from '../schema.ts';
import { cardOfInput, issueInput, settingsInput } from '../shapes.ts';
import { CardPage, cardListing } from './card-page.tsx';
import { deskForm, settingsForm } from './forms.ts';

const path = '/admin/organizer/{organizerId}/gift-cards' as const;
type ListCall = PageCall<'giftCard.manage', 'organizerId', Organizer>;
type CardCall = PageCall<'giftCard.manage' | 'giftCard.issue', 'organizerId' | 'giftCardId', GiftCard>;

const headOf = (organizer: Pick<Organizer, 'id'>, title: string) => ({
  title,
  noIndex: true,
  frame: 'admin' as const,
  organizerIds: [organizer.id],
});

async function showCards(call: ListCall): Promise<Response> {
  const { deps, i18n, record: organizer, now, viewer } = call;
  const [settings, figures] = [
    await settingsOf(deps.read, organizer.id),
    await figuresOf(deps.read, organizer.id, now),
  ];
  const list = await listData(call, cardListing, { i18n, organizerId: organizer.id, now });
  const base = cardsPath(organizer.id);
  const maySet = mayTouch('giftCard.settings', viewer, { organizerIds: [organizer.id] });
  return call.render(
    <div className="stack">
      <p className="soft">{organizer.name}</p>
      {settings.isOn ? null : <Alert>{i18n.t('giftCards.list.off')}</Alert>}
      {settings.isOn && !organizer.iban ? <Alert tone="wait">{i18n.t('giftCards.list.noAccount')}</Alert> : null}
      <div className="row">
        {settings.isOn ? <ButtonLink href={`${base}/new`}>{i18n.t('giftCards.list.new')}</ButtonLink> : null}
        {maySet ? (
          <ButtonLink look={settings.isOn ? 'quiet' : 'main'} href={`${base}/settings`}>
            {i18n.t('giftCards.list.settings')}
          </ButtonLink>
        ) : null}
        {settings.isOn && organizer.iban ? (
          <ButtonLink look="quiet" href={shopPath(organizer.id)}>
            {i18n.t('giftCards.list.shop')}
          </ButtonLink>
        ) : null}
      </div>
      {figures.cards + figures.ordered === 0 ? null : (
        <Facts
          facts={[
            { label: i18n.t('giftCards.figure.owed'), value: i18n.money(figures.owed) },
            {
              label: i18n.t('giftCards.figure.sold'),
              value: i18n.t('giftCards.figure.soldOf', { amount: i18n.money(figures.sold), count: figures.cards }),
            },
            { label: i18n.t('giftCards.figure.redeemed'), value: i18n.money(figures.redeemed) },
            ...(figures.lapsed === 0
              ? []
              : [{ label: i18n.t('giftCards.figure.lapsed'), value: i18n.money(figures.lapsed) }]),
            ...(figures.ordered === 0
              ? []
              : [{ label: i18n.t('giftCards.figure.ordered'), value: i18n.number(figures.ordered) }]),
          ]}
        />
      )}
      <List list={list} />
    </div>,
    headOf(organizer, i18n.t('giftCards.title')),
  );
}

async function showSettings(call: PageCall<'giftCard.settings', 'organizerId', Organizer>, state?: FormState) {
  const { deps, i18n, record: organizer, query } = call;
  const action = `${cardsPath(organizer.id)}/settings`;
  return call.render(
    <div className="stack prose">
      <p className="lead">{i18n.t('giftCards.settings.lead')}</p>
      <SavingForm
        form={settingsForm}
        record={await settingsOf(deps.read, organizer.id)}
        state={state}
        action={action}
        isSaved={query.get('saved') === '1'}
        cancelHref={cardsPath(organizer.id)}
      />
      <p className="soft">{i18n.t('giftCards.settings.law')}</p>
    </div>,
    headOf(organizer, i18n.t('giftCards.settings.title')),
    formStatus(state),
  );
}

async function showNew(
  call: PageCall<'giftCard.issue', 'organizerId', Organizer>,
  state?: FormState,
): Promise<Response> {
  const { i18n, record: organizer } = call;
  return call.render(
    <div className="stack prose">
      <p className="lead">{i18n.t('giftCards.new.lead', { organizer: organizer.name })}</p>
      <SavingForm
        form={deskForm}
        record={{}}
        state={state}
        action={`${cardsPath(organizer.id)}/new`}
        submit={i18n.t('giftCards.new.submit')}
        cancelHref={cardsPath(organizer.id)}
      />
    </div>,
    headOf(organizer, i18n.t('giftCards.new.title')),
    formStatus(state),
  );
}

async function showCard(call: CardCall, refused: string | null = null): Promise<Response> {
  const { deps, i18n, record: card, now, query, viewer } = call;
  const done = (['issue', 'block', 'unblock', 'drop', 'send', 'new'] as const).find(
    (name) => name === query.get('done'),
  );
  return call.render(
    <div className="stack">
      <RefusalNote>{refused}</RefusalNote>
      {done && !refused ? <Saved>{i18n.t(`giftCards.done.${done}`)}</Saved> : null}
      <CardPage
        card={card}
        state={cardState(card, now)}
        day={card.sendAt !== null && card.sendAt > now ? i18n.date(card.sendAt) : null}
        moves={await movesOf(deps.read, card.id)}
        i18n={i18n}
        csrfToken={viewer.csrfToken}
      />
    </div>,
    headOf({ id: card.organizerId }, i18n.t('giftCards.card.title', { code: shortCardCode(card.code) })),
    refused ? 409 : 200,
  );
}

const step = (name: CardStep): PageRoute =>
  page(
    { method: 'post', path: `${path}/{giftCardId}/${name}`, may: permissionOf(name), load: loadCard },
    async (call) => {
      const by = { editorId: call.viewer.userId, note: postedText(call, 'note', 500) };
      try {
        await call.deps.write((work) => cardSteps[name](work, call.record, by));
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        const fresh = await loadCard(call);
        return showCard({ ...call, record: fresh }, problemText(call.i18n, error.code, { details: error.details }));
      }
      return call.redirect(`${cardPath(call.record)}?done=${name}`);
    },
  );

export const managementPages: readonly PageRoute[] = [
  page({ method: 'get', path: '/admin/gift-cards', may: 'giftCard.manage', load: loadOwnOrganizers }, (call) => {
    const [first, ...others] = call.record;
    // A super admin belongs to none and uses the list of all.
    if (!first) return Promise.resolve(call.redirect('/admin/organizers'));
    if (others.length === 0) return Promise.resolve(call.redirect(cardsPath(first.id)));
    return call.render(
      <ul className="stack-s">
        {call.record.map(({ id, name }) => (
          <li key={id}>
            <a href={cardsPath(id)}>{name}</a>
          </li>
        ))}
      </ul>,
      { title: call.i18n.t('giftCards.title'), frame: 'admin', noIndex: true },
    );
  }),
  page({ method: 'get', path, may: 'giftCard.manage', load: loadOrganizer }, showCards),
  page({ method: 'get', path: `${path}/file`, may: 'giftCard.manage', load: loadOrganizer }, (call: ListCall) =>
    listFile(call, cardListing, { i18n: call.i18n, organizerId: call.record.id, now: call.now }),
  ),
  ...formPages({
    path: `${path}/settings`,
    may: 'giftCard.settings',
    load: loadOrganizer,
    loadData: (call: PageCall<'giftCard.settings', 'organizerId', Organizer>) => call,
    show: showSettings,
    save: (call) =>
      saveForm(call, {
        form: settingsForm,
        schema: settingsInput,
        save: async (work, data) => {
          await saveCardSettings(work, call.record.id, data, call.viewer.userId);
          return `${cardsPath(call.record.id)}/settings?saved=1`;
        },
      }),
  }),
  ...formPages({
    path: `${path}/new`,
    may: 'giftCard.issue',
    load: loadOrganizer,
    loadData: (call: PageCall<'giftCard.issue', 'organizerId', Organizer>) => call,
    show: showNew,
    save: (call) =>
      saveForm(call, {
        form: deskForm,
        schema: issueInput,
        save: async (work, data) => {
          const card = { ...cardOfInput(data), organizerId: call.record.id, language: call.i18n.locale };
          const sold = await sellCard(work, card, call.viewer.userId);
          return `${cardPath(sold)}?done=new`;
        },
      }),
  }),
  page({ method: 'get', path: `${path}/{giftCardId}`, may: 'giftCard.manage', load: loadCard }, (call: CardCall) =>
    showCard(call),
  ),
  page(
    { method: 'get', path: `${path}/{giftCardId}/pdf`, may: 'giftCard.manage', load: loadCard },
    async ({ deps, record: card, viewer }: CardCall) => cardResponse(deps, card, viewer.visitId),
  ),
  ...(Object.keys(cardSteps) as CardStep[]).map(step),
];
