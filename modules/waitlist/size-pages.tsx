import { catalogOf } from '#modules/events/index.ts';
import { whiteLabelOf } from '#modules/events/rules/white-label.ts';
import { loadOwnParticipant, type OrderRecord, orderOfMailedLink, orderTranslator } from '#modules/orders/index.ts';
import type { Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { Alert, Facts } from '#src/ui/display.tsx';
import { NumberField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
import { postedText, runForm } from '#src/web/forms/own-form.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { behindMailedLink } from '#src/web/security-headers.ts';
import { askerOf } from './asker.ts';
import { joinSize } from './join-size.ts';
import { entryPath, orderPathOf, sizePath } from './links.ts';
import { entryOf, sizeEntriesOf } from './read-entries.ts';
import { isLive, placesInput } from './rules/entry-state.ts';
import { refuse } from './rules/problems.ts';
import { sizeIn } from './rules/sizes.ts';
import { openSizesOf } from './size-api.ts';
import { sizeName } from './wish-text.ts';

type Joining = {
  call: Pick<
    PageCall<Permission>,
    'deps' | 'context' | 'query' | 'now' | 'i18n' | 'viewer' | 'render' | 'redirect' | 'form' | 'clientAddress'
  >;
  order: OrderRecord;
  participantId: number;
  variantId: number;
  link: URLSearchParams | null;
};

async function show({ call, order, participantId, variantId, link }: Joining, state?: FormState): Promise<Response> {
  const { deps, now } = call;
  const i18n = orderTranslator(order, call.i18n.locale);
  const { t } = i18n;
  const open = await openSizesOf(deps.read, order, now);
  const size = open.find((each) => each.participantId === participantId && each.variant.id === variantId);
  const mine = (await sizeEntriesOf(deps.read, order.id)).find(
    (entry) => entry.participantId === participantId && entry.variantId === variantId && isLive(entry.state),
  );
  const back = orderPathOf(order.id, link);
  if (mine && !call.query.has('asked')) return call.redirect(entryPath(deps, mine));
  if (!size) return call.redirect(back);
  const name = sizeName(size);
  const title = t('waitlist.size.title', { size: name });
  return call.render(
    <div className="narrow stack">
      <div className="stack-s">
        <p className="soft">
          <a href={back}>{t('orders.number', { orderNumber: order.orderNumber })}</a>
        </p>
        <h1>{title}</h1>
      </div>
      {call.query.has('asked') ? (
        <>
          <Alert tone="wait" focused title={t('waitlist.asked.title')}>
            {t('waitlist.asked.text')}
          </Alert>
          <ButtonLink href={back} look="quiet">
            {t('waitlist.size.toOrder')}
          </ButtonLink>
        </>
      ) : (
        <>
          <p className="lead">{t('waitlist.size.lead', { hours: order.event.offerHours ?? 0 })}</p>
          <Facts
            facts={[
              { label: t('waitlist.size.form.competition'), value: name },
              { label: t('waitlist.size.for'), value: size.name },
              {
                label: t('waitlist.size.price'),
                value: size.article.type === 'free' ? t('waitlist.size.free') : i18n.money(size.article.price),
              },
            ]}
          />
          <Form
            action={sizePath({ orderId: order.id, participantId, variantId }, link)}
            {...(state ? { state } : {})}
            labelOf={(field) => (field === 'places' ? t('waitlist.size.form.places') : undefined)}
          >
            <NumberField name="places" label={t('waitlist.size.form.places')} defaultValue={String(size.least)} />
            <div className="form-actions">
              <Button>{t('waitlist.form.join')}</Button>
              <ButtonLink href={back} look="plain">
                {t('waitlist.size.back')}
              </ButtonLink>
            </div>
          </Form>
          <p className="soft small">{t('waitlist.size.rules')}</p>
        </>
      )}
    </div>,
    { title: `${title} · ${order.event.title}`, noIndex: true, whiteLabel: whiteLabelOf(order), withoutQuery: true },
    formStatus(state),
  );
}

async function join(about: Joining): Promise<Response> {
  const { call, order, participantId, variantId, link } = about;
  const { deps } = call;
  const i18n = orderTranslator(order, call.i18n.locale);
  const path = sizePath({ orderId: order.id, participantId, variantId }, link);
  const size = (await openSizesOf(deps.read, order, call.now)).find(
    (each) => each.participantId === participantId && each.variant.id === variantId,
  );
  const done = await runForm(
    { ...call, i18n },
    async () => {
      const { email: _, ...asker } = askerOf(call, '');
      const joined = await deps.write((work) =>
        joinSize(work, {
          ...{ ...asker, order, participantId, variantId, isByLink: link !== null },
          places: placesInput(postedText(call, 'places', 20)),
        }),
      );
      if (joined.state === 'asked') return `${path}${path.includes('?') ? '&' : '?'}asked=1`;
      const entry = (await entryOf(deps.read, joined.entryId)) ?? refuse('NOT_FOUND');
      return entryPath(deps, entry);
    },
    {
      beside: ({ code, details }) => {
        const fields = code === 'VALIDATION_FAILED' ? Object.keys((details.fields ?? {}) as object) : [];
        return size && (fields.includes('places') || code.startsWith('ORDERED_'))
          ? { places: i18n.t('waitlist.size.piecesError', { least: size.least, most: size.most }) }
          : null;
      },
    },
  );
  return 'to' in done ? call.redirect(done.to) : show(about, done.state);
}

/** Loader of routes: a person in one's own order, of an event with that size. @throws Problem NOT_FOUND */
async function loadOwnSize(call: {
  deps: Pick<Deps, 'read'>;
  viewer: Viewer;
  may: Permission;
  params: { orderId: number; participantId: number; variantId: number };
}): Promise<OrderRecord> {
  const { order } = await loadOwnParticipant(call);
  const catalog = await catalogOf(call.deps.read, order.eventId);
  return catalog && sizeIn(catalog, call.params.variantId) ? order : refuse('NOT_FOUND');
}
const own = { may: 'order.change', load: loadOwnSize } as const;
const ownPath = '/orders/{orderId}/participants/{participantId}/waitlist/{variantId}' as const;
const linkPath = '/orders/{orderId}/view/waitlist/{participantId}/{variantId}' as const;

const byLink = (method: 'get' | 'post', answer: (about: Joining) => Promise<Response>): PageRoute =>
  page({ method, path: linkPath, may: 'waitlist.answer' }, async (call) => {
    const { params, query } = call;
    const order = await orderOfMailedLink(call);
    return behindMailedLink(await answer({ call, order, ...params, link: query }));
  });

export const sizePages: readonly PageRoute[] = [
  page({ method: 'get', path: ownPath, ...own }, (call) =>
    show({ call, order: call.record, ...call.params, link: null }),
  ),
  page({ method: 'post', path: ownPath, ...own }, (call) =>
    join({ call, order: call.record, ...call.params, link: null }),
  ),
  byLink('get', (about) => show(about)),
  byLink('post', join),
];
