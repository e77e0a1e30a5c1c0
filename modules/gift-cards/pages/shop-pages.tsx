import type { ReactElement } from 'react';
import { type Organizer, organizerById } from '#modules/organizers/index.ts';
import { limitCodeGuesses } from '#modules/vouchers/index.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Card, Facts } from '#src/ui/display.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Button, Form } from '#src/ui/form.tsx';
import { formPages } from '#src/web/forms/form-pages.ts';
import { postedText, refusedForm } from '#src/web/forms/own-form.ts';
import { type FormState, saveForm } from '#src/web/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/web/forms/saving-form.tsx';
import { type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { orderCard } from '../issue-card.ts';
import { balancePath, shopPath } from '../links.ts';
import { stateName } from '../management/card-page.tsx';
import { orderForm } from '../management/forms.ts';
import { balanceOf, type CardSettings, settingsOf } from '../read-cards.ts';
import { cardOfInput, orderInput } from '../shapes.ts';

type Call = PageCall<'giftCard.buy', 'organizerId'>;
type Shop = { call: Call; organizer: Organizer; settings: CardSettings };

/** @throws Problem NOT_FOUND for an organizer that never sold gift cards */
async function loadShop(call: Call): Promise<Shop> {
  const organizer = await organizerById(call.deps.read, call.params.organizerId);
  if (!organizer?.takesGiftCards) return refuse('NOT_FOUND');
  return { call, organizer, settings: await settingsOf(call.deps.read, organizer.id) };
}

const headOf = ({ organizer }: Shop, title: string) => ({
  title: `${title} · ${organizer.name}`,
  whiteLabel: organizer.whiteLabel
    ? { name: organizer.whiteLabel, accent: organizer.accentColor, logo: organizer.logo }
    : null,
});

async function showShop(shop: Shop, state?: FormState): Promise<Response> {
  const { call, organizer, settings } = shop;
  const { i18n, viewer, query } = call;
  const title = i18n.t('giftCards.shop.title', { organizer: organizer.name });
  const isOpen = settings.isOn && organizer.iban !== null;
  const record = viewer?.level === 'verified' ? { buyerEmail: viewer.email } : {};
  return call.render(
    <div className="narrow stack">
      <h1>{title}</h1>
      {query.has('ordered') && !state ? (
        <Alert tone="good" focused title={i18n.t('giftCards.shop.ordered')}>
          {i18n.t('giftCards.shop.orderedText', { organizer: organizer.name })}
        </Alert>
      ) : isOpen ? (
        <>
          <p className="lead">{i18n.t('giftCards.shop.lead', { organizer: organizer.name })}</p>
          <p>
            {i18n.t('giftCards.shop.terms', {
              least: i18n.money(settings.least),
              most: i18n.money(settings.most),
              years: settings.years,
            })}
          </p>
          <p>{i18n.t('giftCards.withdrawal', { contact: organizer.email ?? organizer.name })}</p>
          <SavingForm
            form={orderForm(i18n)}
            record={record}
            state={state}
            action={shopPath(organizer.id)}
            submit={i18n.t('giftCards.shop.submit')}
          />
        </>
      ) : (
        <Alert>{i18n.t('giftCards.shop.closed')}</Alert>
      )}
      <p className="soft">
        <a href={balancePath(organizer.id)}>{i18n.t('giftCards.shop.toBalance')}</a>
      </p>
    </div>,
    headOf(shop, i18n.t('giftCards.title')),
    formStatus(state),
  );
}

type Found = Awaited<ReturnType<typeof balanceOf>>;

async function showBalance(shop: Shop, found: Found | null = null, state?: FormState): Promise<Response> {
  const { call, organizer } = shop;
  const { i18n } = call;
  return call.render(
    <div className="narrow stack">
      <h1>{i18n.t('giftCards.balance.title')}</h1>
      <p className="lead">{i18n.t('giftCards.balance.lead', { organizer: organizer.name })}</p>
      {found ? <FoundCard found={found} i18n={i18n} /> : null}
      <Form
        action={balancePath(organizer.id)}
        {...(state ? { state } : {})}
        labelOf={() => i18n.t('giftCards.pay.code')}
      >
        <TextField
          name="code"
          label={i18n.t('giftCards.pay.code')}
          hint={i18n.t('giftCards.pay.codeHint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          aria-required
        />
        <div className="form-actions">
          <Button>{i18n.t('giftCards.balance.submit')}</Button>
        </div>
      </Form>
    </div>,
    { ...headOf(shop, i18n.t('giftCards.balance.title')), noIndex: true },
    formStatus(state),
  );
}

const FoundCard = ({ found, i18n }: { found: Found; i18n: Translator }): ReactElement => (
  <Card>
    <Facts
      facts={[
        { label: i18n.t('giftCards.fact.rest'), value: <strong>{i18n.money(found.rest)}</strong> },
        { label: i18n.t('giftCards.fact.until'), value: i18n.date(found.validUntil - 1) },
        { label: i18n.t('giftCards.column.state'), value: stateName(found.state, i18n) },
      ]}
    />
  </Card>
);

export const shopPages: readonly PageRoute[] = [
  ...formPages({
    path: '/gift-cards/{organizerId}',
    may: 'giftCard.buy',
    loadData: loadShop,
    show: showShop,
    save: ({ call, organizer }) =>
      saveForm(call, {
        form: orderForm(call.i18n),
        schema: orderInput,
        save: async (work, data) => {
          const { clientAddress, i18n, deps } = call;
          await orderCard(
            work,
            { ...cardOfInput(data), buyerEmail: data.buyerEmail, organizerId: organizer.id, language: i18n.locale },
            { clientAddress, limitFactor: deps.config.limitFactor },
          );
          return `${shopPath(organizer.id)}?ordered=1`;
        },
      }),
  }),
  page({ method: 'get', path: '/gift-cards/{organizerId}/balance', may: 'giftCard.buy' }, async (call: Call) =>
    showBalance(await loadShop(call)),
  ),
  page({ method: 'post', path: '/gift-cards/{organizerId}/balance', may: 'giftCard.buy' }, async (call: Call) => {
    const shop = await loadShop(call);
    const { deps, viewer, clientAddress, now, i18n } = call;
    try {
      const typed = postedText(call, 'code', 60);
      const found = await limitCodeGuesses({ deps, viewer, clientAddress, now }, [typed], () =>
        balanceOf(deps.read, shop.organizer.id, typed, now),
      );
      return showBalance(shop, found);
    } catch (error) {
      const { state } = refusedForm(call, error, {
        beside: ({ code }) =>
          code === 'INVALID_GIFT_CARD_CODE' ? { code: i18n.t('problem.INVALID_GIFT_CARD_CODE') } : null,
      });
      return showBalance(shop, null, state);
    }
  }),
];
