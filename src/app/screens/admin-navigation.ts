import { eventsToSwitch, type SwitchedEvent, switchedEvent, wordsOf } from '#modules/events/index.ts';
import { lacking } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { SwitcherProps, SwitchTo } from '#src/ui/event-switcher.tsx';
import type { AdminGroup, AdminLink } from '#src/web/layout.tsx';
import { tasksPath } from './overview/addresses.ts';

export type AdminNavigation = {
  groups: readonly AdminGroup[];
  switcher: SwitcherProps;
  organizerIds?: readonly number[];
};

/** The left navigation: of the page's event, or over all events, plus a super admin's links. */
export async function adminNavigation(call: {
  deps: Pick<Deps, 'read'>;
  i18n: Translator;
  viewer: Viewer | null;
  eventId: number | null;
  now: Instant;
  /** The count of waiting tasks. */
  waiting: number;
}): Promise<AdminNavigation> {
  const { deps, i18n, viewer, eventId, now, waiting } = call;
  if (!viewer) return { groups: [], switcher: { current: null, next: [], others: [] } };
  const current = eventId === null ? null : await switchedEvent(deps.read, viewer, eventId);
  const { next, others } = await eventsToSwitch(deps.read, viewer, now);
  const shown = (event: SwitchedEvent) => switchTo(event, i18n, now);
  return {
    groups: adminGroups(current, current ? wordsOf(i18n, { event: current }) : i18n, viewer, waiting),
    switcher: { current: current && shown(current), next: next.map(shown), others: others.map(shown) },
    ...(current ? { organizerIds: current.organizerIds } : {}),
  };
}

/** `waiting`: the count of waiting tasks. */
export function adminGroups(
  event: SwitchedEvent | null,
  i18n: Translator,
  viewer: Viewer,
  waiting = 0,
): readonly AdminGroup[] {
  const groups = event ? groupsOfEvent(event, i18n, viewer, waiting) : overAllEvents(i18n, viewer, waiting);
  return viewer.isSuperAdmin ? [...groups, ofPlatform(i18n)] : groups;
}

function switchTo(event: SwitchedEvent, i18n: Translator, now: Instant): SwitchTo {
  const note = event.canceled
    ? 'canceled'
    : event.endTimestamp < now
      ? 'past'
      : event.visible || event.visibleViaLink
        ? null
        : 'hidden';
  return {
    href: `/admin/events/${event.id}`,
    title: event.title,
    date: i18n.in(event.timeZone).date(event.startTimestamp),
    ...(note ? { note: i18n.t(`ui.switcher.${note}`) } : {}),
  };
}

/** Five groups and the settings. A new page of an event is one line here. */
function groupsOfEvent(
  { id: eventId, offerHours, teamDays, companyAccounts }: SwitchedEvent,
  i18n: Translator,
  viewer: Viewer,
  waiting: number,
): AdminGroup[] {
  const base = `/admin/events/${eventId}`;
  const link = (href: string, label: string, ...parts: string[]): AdminLink => ({ href, label, parts });
  return [
    { links: [link(base, i18n.t('admin.nav.overview')), { ...toDo(i18n), count: waiting }] },
    {
      name: 'people',
      title: i18n.t('admin.nav.people'),
      links: [
        link(`/admin/participants?event=${eventId}`, i18n.t('participantList.title')),
        link(`/admin/orders?event=${eventId}`, i18n.t('admin.nav.orders'), '/admin/cancel-orders'),
        ...(lacking('order.manage', viewer) === null
          ? [link(`${base}/entries/new`, i18n.t('admin.nav.officeEntry'))]
          : []),
        ...(lacking('participant.import', viewer) === null
          ? [link(`${base}/participant-imports`, i18n.t('participantImports.nav'))]
          : []),
        link(`/admin/withdrawals?event=${eventId}`, i18n.t('withdrawals.list.title')),
        link(`${base}/duplicates`, i18n.t('duplicates.title')),
        ...(offerHours === null
          ? []
          : [link(`${base}/waitlist`, i18n.t('waitlist.list.title')), link(`${base}/lottery`, i18n.t('lottery.nav'))]),
        ...(teamDays === null ? [] : [link(`${base}/shared-teams`, i18n.t('sharedTeams.manage.title'))]),
        link(`${base}/transfers`, i18n.t('transfers.title')),
        link(`${base}/mailings`, i18n.t('mailings.tab')),
        link(`${base}/statistics`, i18n.t('statistics.tab')),
        link(`${base}/exports`, i18n.t('exports.title')),
      ],
    },
    {
      name: 'raceDay',
      title: i18n.t('admin.nav.raceDay'),
      links: [
        link(`${base}/bibs`, i18n.t('bibs.title')),
        link(`${base}/waves`, i18n.t('bibs.waves.title')),
        link(`${base}/timing`, i18n.t('timing.title')),
        link(`${base}/devices`, i18n.t('admin.nav.devices')),
        link(`/scan?event=${eventId}`, i18n.t('admin.nav.scan')),
        link(`${base}/admissions`, i18n.t('admin.nav.admissions')),
        link(`${base}/results`, i18n.t('results.nav')),
      ],
    },
    {
      name: 'offer',
      title: i18n.t('admin.nav.offer'),
      links: [
        link(`${base}/competitions`, i18n.t('events.tab.competitions'), `/admin/tickets/${eventId}`),
        link(`${base}/quotas`, i18n.t('events.tab.quotas')),
        link(`${base}/discounts`, i18n.t('events.tab.discounts')),
        link(`${base}/articles`, i18n.t('events.tab.articles'), '/admin/articles'),
        link(`${base}/dynamic-fields`, i18n.t('events.tab.fields')),
        link(`/admin/voucher-types/${eventId}`, i18n.t('events.tab.vouchers'), `/admin/vouchers/${eventId}`),
        link(`/admin/cancellation-protection/${eventId}`, i18n.t('events.tab.protections')),
        link(`${base}/waiting-room`, i18n.t('waitingRoom.title')),
        link(`${base}/features`, i18n.t('features.title')),
      ],
    },
    {
      name: 'money',
      title: i18n.t('admin.nav.money'),
      links: [
        link(`${base}/payouts`, i18n.t('events.tab.payouts'), `${base}/settlements`),
        link(`${base}/proof`, i18n.t('proof.title')),
        link(`/admin/refund-orders?event=${eventId}&status=any`, i18n.t('admin.nav.refunds')),
        ...(companyAccounts ? companies(i18n, viewer) : []),
      ],
    },
    {
      name: 'settings',
      title: i18n.t('admin.nav.settings'),
      links: [
        link(`${base}/settings`, i18n.t('admin.nav.settings')),
        link(`${base}/page`, i18n.t('events.tab.page')),
        link(`${base}/pictures`, i18n.t('events.tab.pictures')),
        link(`${base}/mails`, i18n.t('mailPreview.tab')),
        link(`${base}/history`, i18n.t('events.tab.history')),
        ...ownOrganizer(i18n, viewer),
      ],
    },
  ];
}

/** Super admins use the list of all organizers. */
const ownOrganizer = (i18n: Translator, viewer: Viewer): AdminLink[] =>
  viewer.isSuperAdmin
    ? []
    : [
        ...(lacking('organizer.read', viewer) === null
          ? [{ href: '/admin/organizer', label: i18n.t('organizers.own.title') }]
          : []),
        ...(lacking('giftCard.manage', viewer) === null
          ? [{ href: '/admin/gift-cards', label: i18n.t('giftCards.title') }]
          : []),
      ];

/** For the organizers whose finances the viewer manages. */
const companies = (i18n: Translator, viewer: Viewer): AdminLink[] =>
  !viewer.isSuperAdmin && lacking('company.manage', viewer) === null
    ? [{ href: '/admin/companies', label: i18n.t('companies.list.title') }]
    : [];

const toDo = (i18n: Translator): AdminLink => ({ href: tasksPath, label: i18n.t('overview.tasks.title') });

const overAllEvents = (i18n: Translator, viewer: Viewer, waiting: number): AdminGroup[] => [
  {
    links: [
      { ...toDo(i18n), count: waiting },
      { href: '/admin/events', label: i18n.t('admin.nav.events') },
      {
        href: '/admin/orders',
        label: i18n.t('admin.nav.orders'),
        parts: ['/admin/refund-orders', '/admin/cancel-orders'],
      },
      { href: '/admin/participants', label: i18n.t('participantList.title') },
      { href: '/admin/withdrawals', label: i18n.t('withdrawals.list.title') },
      { href: '/scan', label: i18n.t('admin.nav.scan') },
      ...companies(i18n, viewer),
      ...ownOrganizer(i18n, viewer),
    ],
  },
];

const ofPlatform = (i18n: Translator): AdminGroup => ({
  name: 'platform',
  title: i18n.t('admin.nav.platform'),
  links: [
    { href: '/admin', label: i18n.t('overview.platform.title') },
    { href: '/admin/organizers', label: i18n.t('admin.nav.organizers'), parts: ['/admin/organizer'] },
    { href: '/admin/statistics', label: i18n.t('statistics.title') },
    { href: '/admin/refunds', label: i18n.t('admin.nav.refunds') },
    { href: '/admin/payouts', label: i18n.t('admin.nav.payouts') },
    { href: '/admin/accounting', label: i18n.t('admin.nav.accounting') },
    { href: '/admin/users', label: i18n.t('admin.nav.users') },
    { href: '/admin/mails', label: i18n.t('mailQueue.nav') },
    { href: '/admin/imports', label: i18n.t('imports.nav') },
    { href: '/admin/exports', label: i18n.t('exports.title') },
  ],
});
