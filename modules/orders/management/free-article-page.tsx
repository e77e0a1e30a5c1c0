import { catalogOf } from '#modules/events/index.ts';
import { present } from '#src/kernel/assert.ts';
import { Problem } from '#src/kernel/problem.ts';
import { idIn, page, type Route } from '#src/platform/http.ts';
import { NumberField, SelectField } from '#src/ui/field.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { addFreeArticle } from '../participants/add-free-article.ts';
import { isOfferedFor, mostArticles as most, variantLeft } from '../rules/article-lines.ts';
import { refuse } from '../rules/problems.ts';
import { EditForm } from './edit-form.tsx';
import { managedOrder, type OrderCall, renderBelow, wordsHere } from './order-frame.tsx';
import { personIn } from './people-of-order.ts';
import { type EditState, faultText, openedWith, sentenceOf, statusOf } from './save-edit.ts';

const path = '/admin/orders/{orderId}/participants/{participantId}/add-article';

/** @throws Problem NOT_FOUND for somebody of another order or of a canceled one */
async function find(call: OrderCall) {
  const order = await managedOrder(call);
  const { person } = personIn(order, idIn(call.params.participantId));
  if (order.status === 'canceled') return refuse('NOT_FOUND');
  const catalog = present(await catalogOf(call.deps.read, order.eventId), 'an order has an event');
  const offered = catalog.articles
    .filter((article) => isOfferedFor(article, person.competitionId))
    .flatMap(({ id, name, variants }) =>
      variants
        .filter((variant) => variantLeft(variant) > 0)
        .map((variant) => ({
          value: `${id}:${variant.id}`,
          name: variant.name ? `${name}, ${variant.name}` : name,
          left: variantLeft(variant),
        })),
    );
  return { order, person, offered };
}
type Found = Awaited<ReturnType<typeof find>>;

function showForm(call: OrderCall, { order, person, offered }: Found, state: EditState): Promise<Response> {
  const words = wordsHere(call, order);
  const back = `/admin/orders/${order.id}/participants/${person.id}`;
  const labelOf = (name: string) =>
    words.t(name === 'quantity' ? 'ordersAdmin.item.amount' : 'orderActions.field.article');
  const name = `${person.firstName} ${person.lastName}`;
  return renderBelow(
    call,
    order,
    words.t('orderActions.article.title', { name }),
    offered.length === 0 ? (
      <div className="stack prose">
        <p>{words.t('orderActions.article.none')}</p>
        <div className="form-actions">
          <ButtonLink look="quiet" href={back}>
            {words.t('ui.form.back')}
          </ButtonLink>
        </div>
      </div>
    ) : (
      <EditForm
        action={`${back}/add-article`}
        state={state}
        words={words}
        labelOf={labelOf}
        back={back}
        submit={words.t('orderActions.article.submit')}
        hasRequired
      >
        <p className="soft">{words.t('orderActions.article.text')}</p>
        <SelectField
          name="article"
          label={labelOf('article')}
          defaultValue={state.typed.article ?? ''}
          error={state.errors.article ?? null}
          placeholder={words.t('ui.form.choose')}
          options={offered.map(({ value, name: article, left }) => ({
            value,
            label: words.t('orderActions.article.left', { article, left }),
          }))}
          required
        />
        <NumberField
          name="quantity"
          label={labelOf('quantity')}
          defaultValue={state.typed.quantity ?? ''}
          error={state.errors.quantity ?? null}
          required
        />
      </EditForm>
    ),
    statusOf(state),
  );
}

const ask = page({ method: 'get', path, may: 'order.manage' }, async (call) =>
  showForm(call, await find(call), openedWith({ article: '', quantity: '1' })),
);

const add = page({ method: 'post', path, may: 'order.manage' }, async (call) => {
  const found = await find(call);
  const { order, person } = found;
  const words = wordsHere(call, order);
  const typed = { article: String(call.form.get('article') ?? ''), quantity: String(call.form.get('quantity') ?? '') };
  const again = (state: Partial<EditState>) => showForm(call, found, { ...openedWith({}), typed, ...state });
  const [, articleId, variantId] = /^(\d{1,12}):(\d{1,12})$/.exec(typed.article) ?? [];
  const quantity = /^\d{1,3}$/.test(typed.quantity.trim()) ? Number(typed.quantity) : 0;
  const errors = {
    ...(variantId ? {} : { article: words.t('orders.fault.option') }),
    ...(quantity >= 1 && quantity <= most ? {} : { quantity: words.t('orderActions.article.quantity', { most }) }),
  };
  if (Object.keys(errors).length > 0) return again({ errors });
  try {
    await call.deps.write((work) =>
      addFreeArticle(work, {
        orderId: order.id,
        participantId: person.id,
        articleId: Number(articleId),
        variantId: Number(variantId),
        quantity,
        editorId: call.viewer.userId,
      }),
    );
  } catch (error) {
    if (error instanceof Problem && error.status === 404) throw error;
    if (error instanceof Problem && error.code === 'VALIDATION_FAILED')
      return again({ errors: { article: faultText('unknown', words) } });
    return again({ refusal: sentenceOf(error, words) });
  }
  return call.redirect(`/admin/orders/${order.id}/participants/${person.id}?done=articleAdded`);
});

export const freeArticlePages: Route[] = [ask, add];
