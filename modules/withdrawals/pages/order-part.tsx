import type { ReactElement } from 'react';
import { hasWithdrawable, type OrderRecord } from '#modules/orders/index.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Card } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { declarePath } from '../paths.ts';
import { orderLines, withdrawalsOfOrder } from '../read-withdrawals.ts';

/** Null: no line with a right of withdrawal. `link`: query of the signed link that opened the page. */
export async function orderWithdrawalPart(
  { read, clock }: Pick<Deps, 'read' | 'clock'>,
  order: OrderRecord,
  i18n: Translator,
  link: URLSearchParams | null,
): Promise<ReactElement | null> {
  if (!hasWithdrawable(order)) return null;
  const { t } = i18n;
  const open = (await orderLines(read, order)).filter(({ endsAt }) => endsAt !== null && clock() < endsAt);
  const declared = await withdrawalsOfOrder(read, order.id);
  if (open.length === 0 && declared.length === 0) return null;
  return (
    <Card title={t('withdrawals.order.title')}>
      {declared.map(({ id, declaredAt, answeredAt }) => (
        <p key={id}>
          {t('withdrawals.order.declared', { at: i18n.dateTime(declaredAt) })}{' '}
          {answeredAt === null
            ? t('withdrawals.order.waits')
            : t('withdrawals.order.answered', { at: i18n.date(answeredAt) })}
        </p>
      ))}
      {open.length > 0 ? (
        <>
          <ul>
            {open.map(({ participantArticleId, name, quantity, endsAt }) => (
              <li key={participantArticleId ?? 0}>
                {t('ordersAdmin.person.article', { quantity, name })}
                {': '}
                {t('withdrawals.line.until', { until: i18n.date((endsAt ?? 0) - 1) })}
              </li>
            ))}
          </ul>
          <div className="form-actions">
            <ButtonLink look="quiet" href={declarePath(order.id) + (link ? `&${link}` : '')}>
              {t('withdrawals.title')}
            </ButtonLink>
          </div>
        </>
      ) : null}
    </Card>
  );
}
