import * as z from 'zod';
import { saleFor } from '#modules/events/index.ts';
import { ButtonLink } from '#src/ui/form.tsx';
import { formOf } from '#src/web/forms/fields.ts';
import { formPages } from '#src/web/forms/form-pages.ts';
import { type FormState, saveForm } from '#src/web/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/web/forms/saving-form.tsx';
import type { PageCall } from '#src/web/http.ts';
import { loadManagedPerson, type PersonPlace } from '../order/person-input.ts';
import { addFreeArticle } from '../participants/change-articles.ts';
import { nameOf } from '../people.ts';
import type { AdminOrderRecord } from '../read-admin.ts';
import { refuse } from '../rules/problems.ts';
import { piecesOfChoice, quantityField, variantChoicePattern, variantsInStock } from './article-fields.ts';
import { orderPageTranslator, renderBelow } from './order-frame.tsx';

type Call = PageCall<'order.manage', 'orderId' | 'participantId', PersonPlace<AdminOrderRecord>>;

async function find(call: Call) {
  const { order, catalog, person } = call.record;
  if (order.status === 'canceled') return refuse('NOT_FOUND');
  // Articles reserved for waiting lists are not available here.
  const { articles } = await saleFor(call.deps.read, catalog, null, call.now);
  const offered = variantsInStock(articles, person.competitionId);
  return { call: { ...call, i18n: orderPageTranslator(call, order) }, order, person, offered };
}
type Found = Awaited<ReturnType<typeof find>>;

const articleForm = ({ call: { i18n }, offered }: Found) =>
  formOf('orderActions', [
    {
      name: 'freeArticle',
      above: <p className="soft">{i18n.t('orderActions.article.text')}</p>,
      fields: [
        {
          name: 'article',
          kind: 'choice',
          label: i18n.t('orderActions.field.article'),
          required: true,
          hasNone: true,
          options: offered.map(({ value, name: article, left }) => ({
            value,
            label: i18n.t('orderActions.article.left', { article, left }),
          })),
        },
        quantityField(i18n),
      ],
    },
  ]);

function showForm(found: Found, state?: FormState): Promise<Response> {
  const { call, order, person, offered } = found;
  const { i18n } = call;
  const back = `/admin/orders/${order.id}/participants/${person.id}`;
  const name = nameOf(person);
  return renderBelow(
    call,
    order,
    i18n.t('orderActions.article.title', { name }),
    offered.length === 0 ? (
      <div className="stack prose">
        <p>{i18n.t('orderActions.article.none')}</p>
        <div className="form-actions">
          <ButtonLink look="quiet" href={back}>
            {i18n.t('ui.form.back')}
          </ButtonLink>
        </div>
      </div>
    ) : (
      <SavingForm
        form={articleForm(found)}
        record={{ quantity: 1 }}
        state={state}
        i18n={i18n}
        action={`${back}/add-article`}
        submit={i18n.t('orderActions.article.submit')}
        cancelHref={back}
      />
    ),
    formStatus(state),
  );
}

export const freeArticlePages = formPages({
  path: '/admin/orders/{orderId}/participants/{participantId}/add-article',
  may: 'order.manage',
  load: loadManagedPerson,
  loadData: find,
  show: showForm,
  save: (found) => {
    const { call, order, person } = found;
    return saveForm(call, {
      form: articleForm(found),
      schema: z.object({ article: z.string().regex(variantChoicePattern), quantity: z.int() }),
      beside: ({ code }) => (code === 'VALIDATION_FAILED' ? { article: call.i18n.t('problem.field.unknown') } : null),
      save: async (work, { article, quantity }) => {
        await addFreeArticle(work, {
          orderId: order.id,
          participantId: person.id,
          ...piecesOfChoice(article, quantity),
          editorId: call.viewer.userId,
        });
        return `/admin/orders/${order.id}/participants/${person.id}?done=articleAdded`;
      },
    });
  },
});
