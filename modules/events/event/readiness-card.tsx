import type { ReactElement } from 'react';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Badge } from '#src/ui/display.tsx';
import { fieldId } from '#src/ui/field.tsx';
import type { Catalog } from '../rules/catalog.ts';
import { type MissingSetting, readiness } from '../rules/readiness.ts';
import type { VoucherKind } from '../rules/voucher-kinds.ts';
import type { BankAccount } from './organizers.ts';

export function Readiness(props: {
  catalog: Catalog;
  voucherKinds: readonly VoucherKind[];
  bankAccount: BankAccount;
  i18n: Translator;
  now: Instant;
}): ReactElement {
  const { catalog, voucherKinds, bankAccount, i18n, now } = props;
  const lacks = readiness(catalog, voucherKinds, now, { hasBankAccount: bankAccount.isThere });
  const missing = lacks.filter(({ weight }) => weight === 'missing');
  const hints = lacks.filter(({ weight }) => weight === 'hint');
  const title = <h2 id="readiness-title">{i18n.t('events.ready.title')}</h2>;
  const hinted =
    hints.length > 0 ? (
      <>
        <h3>{i18n.t('events.ready.hints')}</h3>
        <LackList lacks={hints} {...{ catalog, bankAccount, i18n }} />
      </>
    ) : null;
  return (
    <section className="card stack-s" aria-labelledby="readiness-title">
      {missing.length > 0 ? (
        <>
          {title}
          <LackList lacks={missing} {...{ catalog, bankAccount, i18n }} />
          {hinted}
        </>
      ) : (
        <details className="folded">
          <summary>
            {title}
            <Badge tone="good">{i18n.t('events.ready.allThere')}</Badge>
          </summary>
          <p>{i18n.t('events.ready.yes')}</p>
          {hinted}
        </details>
      )}
    </section>
  );
}

function LackList(props: {
  lacks: readonly MissingSetting[];
  catalog: Catalog;
  bankAccount: BankAccount;
  i18n: Translator;
}): ReactElement {
  const { lacks, catalog, bankAccount, i18n } = props;
  const textOf = ({ code, competition, places }: MissingSetting) =>
    i18n.t(`events.ready.${code}`, { competition: competition?.title ?? '', ...places });
  const hrefOf = (lack: MissingSetting) =>
    lack.code === 'bankAccount' ? bankAccount.href : placeOf(lack, catalog.event.id);
  return (
    <ul className="lacks">
      {lacks.map((lack) => (
        <li key={`${lack.code} ${lack.competition?.id ?? ''}`} data-weight={lack.weight}>
          {hrefOf(lack) === null ? textOf(lack) : <a href={hrefOf(lack) ?? ''}>{textOf(lack)}</a>}
        </li>
      ))}
    </ul>
  );
}

/** The page on which the problem is solved. */
function placeOf({ code, competition }: MissingSetting, eventId: number): string {
  const base = `/admin/events/${eventId}`;
  if (code === 'competitions') return `${base}/competitions/new`;
  if (code === 'price') return `/admin/tickets/${eventId}/${competition?.id}/prices/new`;
  if (code === 'voucherPrice') return `/admin/voucher-types/${eventId}`;
  if (code === 'outside' || code === 'places' || code === 'teamSize')
    return `/admin/tickets/${eventId}/${competition?.id}`;
  if (['canceled', 'soldOut', 'exemptVat', 'untaxed'].includes(code)) return `${base}/settings/sale`;
  if (code === 'conditions') return `${base}/settings/texts`;
  if (code === 'picture') return `${base}/settings/look#picture`;
  if (code === 'hidden') return '#visibility-title';
  return `${base}/settings#${code === 'description' || code === 'location' ? fieldId(code) : 'basics'}`;
}
