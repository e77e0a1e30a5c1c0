import { membersPath } from '#modules/events/rules/discount.ts';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { Badge } from '#src/ui/display.tsx';
import { rowsOf } from '#src/web/list/find.ts';
import type { ListAbout, Listing } from '#src/web/list/listing.ts';
import { type MemberRow, memberSource, readMembers } from '../read-list.ts';

const states = ['free', 'used'] as const;
const stateOf = ({ participantId }: MemberRow): (typeof states)[number] => (participantId === null ? 'free' : 'used');
const say = (state: string, i18n: Translator) => i18n.t(`memberLists.state.${state}` as MessageKey);

export type AboutMembers = ListAbout & { eventId: number; discountId: number };

export const memberListing = {
  path: ({ eventId, discountId }) => membersPath(eventId, discountId),
  file: ({ eventId, discountId }) => ({
    path: `${membersPath(eventId, discountId)}/export`,
    name: `list-${eventId}-${discountId}`,
  }),
  name: () => 'discount-members',
  rowsOnAPage: 50,
  first: { field: 'member', direction: 'asc' },
  filters: {
    q: { as: 'search', label: 'memberLists.search' },
    state: { as: 'choice', label: 'memberLists.state', none: 'memberLists.anyState', values: states, say },
  },
  columns: ({ i18n }) => [
    {
      key: 'member',
      title: i18n.t('memberLists.member'),
      heading: true,
      sortable: true,
      text: ({ member }) => member,
    },
    {
      key: 'state',
      title: i18n.t('memberLists.state'),
      sortable: true,
      cell: (row) => <Badge tone={stateOf(row) === 'used' ? 'good' : 'neutral'}>{say(stateOf(row), i18n)}</Badge>,
      text: (row) => say(stateOf(row), i18n),
    },
  ],
  ...rowsOf(({ discountId }: AboutMembers) => memberSource(discountId), readMembers),
  texts: {
    caption: 'memberLists.list',
    count: 'memberLists.found',
    empty: 'memberLists.none',
    emptyFiltered: 'memberLists.noMatch',
  },
} as const satisfies Listing<MemberRow, AboutMembers>;
