import type { ReactElement } from 'react';
import { type Organizer, organizerById } from '#modules/organizers/index.ts';
import { tryingCodes } from '#modules/vouchers/index.ts';
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
import { balanceOf } from '../balance.ts';
import { balancePath, shopPath } from '../links.ts';
import { stateName } from '../management/card-listing.tsx';
import { orderForm } from '../management/forms.ts';
import { orderCard } from '../order-card.ts';
import { type CardSettings, settingsOf } from '../read-cards.ts';
import { cardOfInput, orderInput } from '../shapes.ts';

type Call = PageCall<'giftCard.buy', 'organizerId'>;
type Shop = { call: Call; organizer: Organizer; settings: CardSettings };

/** Where an organizer never sold any there is no such page. @throws Problem NOT_FOUND */
async function shopOf(call: Call): Promise<Shop> {
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
  const { words, viewer, query } = call;
  const title = words.t('giftCards.shop.title', { organizer: organizer.name });
  const isOpen = settings.isOn && organizer.iban !== null;
  const record = viewer?.level === 'verified' ? { buyerEmail: viewer.email } : {};
  return call.render(
    <div className="narrow stack">
      <h1>{title}</h1>
      {query.has('ordered') && !state ? (
        <Alert tone="good" focused title={words.t('giftCards.shop.ordered')}>
          {words.t('giftCards.shop.orderedText', { organizer: organizer.name })}
        </Alert>
      ) : isOpen ? (
        <>
          <p className="lead">{words.t('giftCards.shop.lead', { organizer: organizer.name })}</p>
          <p>
            {words.t('giftCards.shop.terms', {
              least: words.money(settings.least),
              most: words.money(settings.most),
              years: settings.years,
            })}
          </p>
          <p>{words.t('giftCards.withdrawal', { contact: organizer.email ?? organizer.name })}</p>
          <SavingForm
            form={orderForm(words)}
            record={record}
            state={state}
            action={shopPath(organizer.id)}
            submit={words.t('giftCards.shop.submit')}
          />
        </>
      ) : (
        <Alert>{words.t('giftCards.shop.closed')}</Alert>
      )}
      <p className="soft">
        <a href={balancePath(organizer.id)}>{words.t('giftCards.shop.toBalance')}</a>
      </p>
    </div>,
    headOf(shop, words.t('giftCards.title')),
    formStatus(state),
  );
}

type Found = Awaited<ReturnType<typeof balanceOf>>;

async function showBalance(shop: Shop, found: Found | null = null, state?: FormState): Promise<Response> {
  const { call, organizer } = shop;
  const { words } = call;
  return call.render(
    <div className="narrow stack">
      <h1>{words.t('giftCards.balance.title')}</h1>
      <p className="lead">{words.t('giftCards.balance.lead', { organizer: organizer.name })}</p>
      {found ? <FoundCard found={found} words={words} /> : null}
      <Form
        action={balancePath(organizer.id)}
        {...(state ? { state } : {})}
        labelOf={() => words.t('giftCards.pay.code')}
      >
        <TextField
          name="code"
          label={words.t('giftCards.pay.code')}
          hint={words.t('giftCards.pay.codeHint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          aria-required
        />
        <div className="form-actions">
          <Button>{words.t('giftCards.balance.submit')}</Button>
        </div>
      </Form>
    </div>,
    { ...headOf(shop, words.t('giftCards.balance.title')), noIndex: true },
    formStatus(state),
  );
}

const FoundCard = ({ found, words }: { found: Found; words: Translator }): ReactElement => (
  <Card>
    <Facts
      facts={[
        { label: words.t('giftCards.fact.rest'), value: <strong>{words.money(found.rest)}</strong> },
        { label: words.t('giftCards.fact.until'), value: words.date(found.validUntil - 1) },
        { label: words.t('giftCards.column.state'), value: stateName(found.state, words) },
      ]}
    />
  </Card>
);

export const shopPages: readonly PageRoute[] = [
  ...formPages({
    path: '/gift-cards/{organizerId}',
    may: 'giftCard.buy',
    of: shopOf,
    show: showShop,
    save: ({ call, organizer }) =>
      saveForm(call, {
        form: orderForm(call.words),
        schema: orderInput,
        save: async (work, data) => {
          const { clientAddress, words, deps } = call;
          await orderCard(
            work,
            { ...cardOfInput(data), buyerEmail: data.buyerEmail, organizerId: organizer.id, language: words.locale },
            { clientAddress, limitFactor: deps.config.limitFactor },
          );
          return `${shopPath(organizer.id)}?ordered=1`;
        },
      }),
  }),
  page({ method: 'get', path: '/gift-cards/{organizerId}/balance', may: 'giftCard.buy' }, async (call: Call) =>
    showBalance(await shopOf(call)),
  ),
  page({ method: 'post', path: '/gift-cards/{organizerId}/balance', may: 'giftCard.buy' }, async (call: Call) => {
    const shop = await shopOf(call);
    const { deps, viewer, clientAddress, now, words } = call;
    try {
      const typed = postedText(call, 'code', 60);
      const found = await tryingCodes({ deps, viewer, clientAddress, now }, [typed], () =>
        balanceOf(deps.read, shop.organizer.id, typed, now),
      );
      return showBalance(shop, found);
    } catch (error) {
      const { state } = refusedForm(call, error, {
        beside: ({ code }) =>
          code === 'INVALID_GIFT_CARD_CODE' ? { code: words.t('problem.INVALID_GIFT_CARD_CODE') } : null,
      });
      return showBalance(shop, null, state);
    }
  }),
];
