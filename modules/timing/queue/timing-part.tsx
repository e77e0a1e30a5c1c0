import type { ReactElement } from 'react';
import type { Reader } from '#src/data/database.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Card } from '#src/ui/display.tsx';
import { Table } from '#src/ui/table.tsx';
import { StateOfPush } from './parts.tsx';
import { pushesOfOrder } from './read-listed.ts';

/** Null when RACE RESULT knows none of these participants. */
export async function timingPart(
  reader: Reader,
  whose: { orderId: number; participantId?: number },
  i18n: Translator,
): Promise<ReactElement | null> {
  const pushes = await pushesOfOrder(reader, whose);
  if (pushes.length === 0) return null;
  return (
    <Card title={i18n.t('timing.title')}>
      <Table
        caption={i18n.t('timing.part.caption')}
        captionHidden
        rows={pushes}
        rowKey={({ participantId }) => participantId}
        empty=""
        columns={[
          {
            key: 'name',
            title: i18n.t('timing.column.name'),
            heading: true,
            cell: ({ firstName, lastName }) => `${firstName} ${lastName}`,
          },
          { key: 'bib', title: i18n.t('timing.column.bib'), cell: ({ rrBib }) => rrBib ?? '–' },
          { key: 'state', title: i18n.t('timing.column.state'), cell: (push) => <StateOfPush {...{ push, i18n }} /> },
          {
            key: 'last',
            title: i18n.t('timing.column.last'),
            cell: ({ lastSynchroAt }) => (lastSynchroAt === null ? '–' : i18n.shortDateTime(lastSynchroAt)),
          },
        ]}
      />
    </Card>
  );
}
