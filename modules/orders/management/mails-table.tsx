import type { ReactElement } from 'react';
import type { MessageKey, Translator } from '#src/platform/locale.ts';
import { Badge, type Tone } from '#src/ui/display.tsx';
import { PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Table } from '#src/ui/table.tsx';
import type { AdminOrderRecord } from '../read-admin.ts';
import { isStillTrue, type MailState, type OrderMail } from './order-mails.ts';

const tones: Record<MailState, Tone> = { waiting: 'wait', sent: 'good', refused: 'bad', notNeeded: 'neutral' };

const typeInWords = (type: string, words: Translator): string => {
  const key = `orderActions.mail.type.${type}`;
  return words.t(words.has(key) ? key : ('orderActions.mail.type.other' as MessageKey));
};

/** What was written about an order, and what became of it. */
export function MailTable(props: {
  order: AdminOrderRecord;
  mails: readonly OrderMail[];
  count: number;
  words: Translator;
}): ReactElement {
  const { order, mails, count, words } = props;
  const { csrfToken } = usePage();
  return (
    <Table
      caption={words.t('orderActions.mails.title', { count })}
      columns={[
        {
          key: 'type',
          title: words.t('orderActions.mails.type'),
          heading: true,
          cell: ({ type }) => typeInWords(type, words),
        },
        {
          key: 'recipient',
          title: words.t('orderActions.mails.recipient'),
          cell: ({ recipient }) => <span className="breakable">{recipient}</span>,
        },
        {
          key: 'at',
          title: words.t('orderActions.mails.at'),
          cell: ({ createdAt, sentAt }) => words.shortDateTime(sentAt ?? createdAt),
        },
        {
          key: 'state',
          title: words.t('orderActions.mails.state'),
          cell: ({ state, reason }) => (
            <>
              <Badge tone={tones[state]}>{words.t(`orderActions.mails.state.${state}`)}</Badge>
              {reason ? <span className="small soft breakable">{reason}</span> : null}
            </>
          ),
        },
        {
          key: 'again',
          title: words.t('orderActions.mails.again'),
          cell: ({ id, type, state }) =>
            state === 'waiting' || !isStillTrue(type, order) ? (
              '–'
            ) : (
              <PostButton
                action={`/admin/orders/${order.id}/mails/${id}/resend`}
                csrfToken={csrfToken}
                look="quiet"
                small
              >
                {words.t('orderActions.mails.resend')}
              </PostButton>
            ),
        },
      ]}
      rows={mails}
      rowKey={({ id }) => id}
      empty={words.t('orderActions.mails.none')}
    />
  );
}
