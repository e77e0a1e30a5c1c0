import type { ReactElement } from 'react';
import { foldedWords } from '#src/kernel/fold.ts';
import type { Translator } from '#src/texts/locale.ts';
import { MailText } from '#src/ui/display.tsx';
import { Button, ButtonLink, Form, OpenLink } from '#src/ui/form.tsx';
import { Pager, Table } from '#src/ui/table.tsx';
import { participantLabel } from '../participants/texts.ts';
import { type PersonOfOrder, peopleOf } from '../people.ts';
import type { AdminOrderRecord } from '../read-admin.ts';
import { fieldsWith, searchedTexts } from '../rules/participant.ts';

const pageSize = 50;

/** Each folded search word must start a word of the person. */
function isFoundBy({ person, team }: PersonOfOrder, who: string): boolean {
  const known = foldedWords([...searchedTexts(person), team.teamName].filter(Boolean).join(' '));
  return foldedWords(who).every((word) => known.some((one) => one.startsWith(word)));
}

/** The order's participants, paged and searchable by name. */
export function People(props: { order: AdminOrderRecord; page: number; who: string; i18n: Translator }): ReactElement {
  const { order, who, i18n } = props;
  const all = peopleOf(order);
  const found = who === '' ? all : all.filter((one) => isFoundBy(one, who));
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const page = Math.min(props.page, pages);
  const base = `/admin/orders/${order.id}`;
  const hrefOf = (to: number) =>
    `${base}?${new URLSearchParams({ ...(who ? { who } : {}), people: String(to) })}#people`;
  // Hides columns without values.
  const beside = fieldsWith('isBesideName').filter((name) => all.some(({ person }) => person[name]));
  const hasArticles = all.some(({ person }) => person.orderedArticleVariants.length > 0);
  const hasTeams = all.some(({ competition }) => competition.type === 'team');
  return (
    <section className="stack" id="people">
      {all.length > pageSize ? (
        <Form method="get" action={`${base}#people`} csrfToken={null} className="search-row" role="search">
          <label className="visually-hidden" htmlFor="who">
            {i18n.t('orderActions.people.search')}
          </label>
          <input
            className="input"
            id="who"
            type="search"
            name="who"
            defaultValue={who}
            placeholder={i18n.t('orderActions.people.search')}
            maxLength={100}
          />
          <Button look="quiet" small>
            {i18n.t('ui.form.search')}
          </Button>
          {who ? (
            <ButtonLink look="plain" small href={`${base}#people`}>
              {i18n.t('orderActions.people.all')}
            </ButtonLink>
          ) : null}
        </Form>
      ) : null}
      <Table
        caption={i18n.t('ordersAdmin.people', { count: found.length })}
        cards="compact"
        columns={[
          {
            key: 'name',
            title: i18n.t('ordersAdmin.person.name'),
            heading: true,
            cell: ({ person }: PersonOfOrder) => (
              <OpenLink href={`${base}/participants/${person.id}`}>{`${person.firstName} ${person.lastName}`}</OpenLink>
            ),
          },
          ...beside.map((name) => ({
            key: name,
            title: participantLabel(name, i18n),
            cell: ({ person }: PersonOfOrder) => person[name] || '–',
          })),
          {
            key: 'competition',
            title: i18n.t('ordersAdmin.person.competition'),
            cell: ({ competition }) => competition.title,
          },
          ...(hasTeams
            ? [
                {
                  key: 'team',
                  title: i18n.t('ordersAdmin.person.team'),
                  cell: ({ team, competition }: PersonOfOrder) =>
                    competition.type === 'team' ? (
                      <OpenLink href={`${base}/teams/${team.teamId}`}>
                        {team.teamName || i18n.t('orderActions.team.name')}
                      </OpenLink>
                    ) : (
                      '–'
                    ),
                },
              ]
            : []),
          {
            key: 'born',
            card: 'label',
            isShort: true,
            title: i18n.t('ordersAdmin.person.born'),
            cell: ({ person }) => (person.birthDate ? i18n.calendarDate(person.birthDate) : '–'),
          },
          {
            key: 'email',
            title: i18n.t('ordersAdmin.person.email'),
            cell: ({ person }) => (person.email ? <MailText>{person.email}</MailText> : '–'),
          },
          ...(hasArticles
            ? [
                {
                  key: 'articles',
                  title: i18n.t('ordersAdmin.person.articles'),
                  cell: ({ person }: PersonOfOrder) => articlesText(person, i18n),
                },
              ]
            : []),
          {
            key: 'charged',
            card: 'end',
            title: i18n.t('ordersAdmin.person.charged'),
            align: 'end',
            cell: ({ person }) => i18n.money(person.chargedPrice),
          },
        ]}
        rows={found.slice((page - 1) * pageSize, page * pageSize)}
        rowKey={({ person }) => person.id}
        empty={i18n.t('orderActions.people.none')}
      />
      <Pager page={page} pages={pages} href={hrefOf} />
    </section>
  );
}

export const articlesText = ({ orderedArticleVariants }: PersonOfOrder['person'], i18n: Translator): string =>
  orderedArticleVariants
    .map((article) =>
      i18n.t('ordersAdmin.person.article', {
        quantity: article.quantity,
        name: article.variantName ? `${article.name}, ${article.variantName}` : article.name,
      }),
    )
    .join('; ') || '–';
