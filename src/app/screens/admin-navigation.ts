import { eventsToSwitch, type SwitchedEvent, switchedEvent, wordsOf } from '#modules/events/index.ts';
import { lacking } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { SwitcherProps, SwitchTo } from '#src/ui/event-switcher.tsx';
import type { AdminGroup, AdminLink } from '#src/web/layout.tsx';
import { tasksPath } from './overview/addresses.ts';

/** What leads through the management: which event it is about and whose that is, and the ways from here. */
export type AdminNavigation = { groups: AdminGroup[]; switcher: SwitcherProps; organizerIds?: readonly number[] };

/**
 * The left navigation of a page: the ways within its event or, where it is of none, over all of them; below that a super
 * admin's. `eventId`: the event of the page.
 */
export async function adminNavigation(call: {
  deps: Pick<Deps, 'read'>;
  words: Translator;
  viewer: Viewer | null;
  eventId: number | null;
  now: Instant;
  /** So many things wait for the viewer. */
  waiting: number;
}): Promise<AdminNavigation> {
  const { deps, words, viewer, eventId, now, waiting } = call;
  if (!viewer) return { groups: [], switcher: { current: null, next: [], others: [] } };
  const current = eventId === null ? null : await switchedEvent(deps.read, viewer, eventId);
  const { next, others } = await eventsToSwitch(deps.read, viewer, now);
  const shown = (event: SwitchedEvent) => switchTo(event, words, now);
  const groups = current
    ? groupsOfEvent(current, wordsOf(words, { event: current }), viewer, waiting)
    : overAllEvents(words, viewer, waiting);
  return {
    groups: viewer.isSuperAdmin ? [...groups, ofPlatform(words)] : groups,
    switcher: { current: current && shown(current), next: next.map(shown), others: others.map(shown) },
    ...(current ? { organizerIds: current.organizerIds } : {}),
  };
}

function switchTo(event: SwitchedEvent, words: Translator, now: Instant): SwitchTo {
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
    date: words.in(event.timeZone).date(event.startTimestamp),
    ...(note ? { note: words.t(`ui.switcher.${note}`) } : {}),
  };
}

/** Five groups and the settings. A page of an event is one more line here. */
function groupsOfEvent(
  { id: eventId, offerHours, teamDays, companyAccounts }: SwitchedEvent,
  words: Translator,
  viewer: Viewer,
  waiting: number,
): AdminGroup[] {
  const base = `/admin/events/${eventId}`;
  const link = (href: string, label: string, ...parts: string[]): AdminLink => ({ href, label, parts });
  return [
    { links: [link(base, words.t('admin.nav.overview')), { ...toDo(words), count: waiting }] },
    {
      title: words.t('admin.nav.people'),
      links: [
        link(`/admin/participants?event=${eventId}`, words.t('participantList.title')),
        link(`/admin/orders?event=${eventId}`, words.t('admin.nav.orders'), '/admin/cancel-orders'),
        link(`/admin/withdrawals?event=${eventId}`, words.t('withdrawals.list.title')),
        ...(offerHours === null
          ? []
          : [
              link(`${base}/waitlist`, words.t('waitlist.list.title')),
              link(`${base}/lottery`, words.t('lottery.nav')),
            ]),
        ...(teamDays === null ? [] : [link(`${base}/shared-teams`, words.t('sharedTeams.manage.title'))]),
        link(`${base}/transfers`, words.t('transfers.title')),
        link(`${base}/mailings`, words.t('mailings.tab')),
        link(`${base}/statistics`, words.t('statistics.tab')),
        link(`${base}/exports`, words.t('exports.title')),
      ],
    },
    {
      title: words.t('admin.nav.raceDay'),
      links: [
        link(`${base}/bibs`, words.t('bibs.title')),
        link(`${base}/timing`, words.t('timing.title')),
        link(`${base}/devices`, words.t('admin.nav.devices')),
        link(`/scan?event=${eventId}`, words.t('admin.nav.scan')),
        link(`${base}/admissions`, words.t('admin.nav.admissions')),
        link(`${base}/results`, words.t('results.nav')),
      ],
    },
    {
      title: words.t('admin.nav.offer'),
      links: [
        link(`${base}/competitions`, words.t('events.tab.competitions'), `/admin/tickets/${eventId}`),
        link(`${base}/quotas`, words.t('events.tab.quotas')),
        link(`${base}/discounts`, words.t('events.tab.discounts')),
        link(`${base}/articles`, words.t('events.tab.articles'), '/admin/articles'),
        link(`${base}/dynamic-fields`, words.t('events.tab.fields')),
        link(`/admin/voucher-types/${eventId}`, words.t('events.tab.vouchers'), `/admin/vouchers/${eventId}`),
        link(`/admin/cancellation-protection/${eventId}`, words.t('events.tab.protections')),
        link(`${base}/waiting-room`, words.t('waitingRoom.title')),
      ],
    },
    {
      title: words.t('admin.nav.money'),
      links: [
        link(`${base}/payouts`, words.t('events.tab.payouts'), `${base}/settlements`),
        link(`${base}/proof`, words.t('proof.title')),
        link(`/admin/refund-orders?event=${eventId}&status=any`, words.t('admin.nav.refunds')),
        ...(companyAccounts ? companies(words, viewer) : []),
      ],
    },
    {
      title: words.t('admin.nav.settings'),
      links: [
        link(`${base}/settings`, words.t('admin.nav.settings')),
        link(`${base}/page`, words.t('events.tab.page')),
        link(`${base}/pictures`, words.t('events.tab.pictures')),
        link(`${base}/mails`, words.t('mailPreview.tab')),
        link(`${base}/history`, words.t('events.tab.history')),
        ...ownOrganizer(words, viewer),
      ],
    },
  ];
}

/** A super admin finds it in the list of all. */
const ownOrganizer = (words: Translator, viewer: Viewer): AdminLink[] =>
  viewer.isSuperAdmin
    ? []
    : [
        ...(lacking('organizer.read', viewer) === null
          ? [{ href: '/admin/organizer', label: words.t('organizers.own.title') }]
          : []),
        ...(lacking('giftCard.manage', viewer) === null
          ? [{ href: '/admin/gift-cards', label: words.t('giftCards.title') }]
          : []),
      ];

/** Who orders on account, of those organizers whose money the viewer looks after. */
const companies = (words: Translator, viewer: Viewer): AdminLink[] =>
  !viewer.isSuperAdmin && lacking('company.manage', viewer) === null
    ? [{ href: '/admin/companies', label: words.t('companies.list.title') }]
    : [];

const toDo = (words: Translator): AdminLink => ({ href: tasksPath, label: words.t('overview.tasks.title') });

const overAllEvents = (words: Translator, viewer: Viewer, waiting: number): AdminGroup[] => [
  {
    links: [
      { ...toDo(words), count: waiting },
      { href: '/admin/events', label: words.t('admin.nav.events') },
      {
        href: '/admin/orders',
        label: words.t('admin.nav.orders'),
        parts: ['/admin/refund-orders', '/admin/cancel-orders'],
      },
      { href: '/admin/participants', label: words.t('participantList.title') },
      { href: '/admin/withdrawals', label: words.t('withdrawals.list.title') },
      { href: '/scan', label: words.t('admin.nav.scan') },
      ...companies(words, viewer),
      ...ownOrganizer(words, viewer),
    ],
  },
];

const ofPlatform = (words: Translator): AdminGroup => ({
  title: words.t('admin.nav.platform'),
  links: [
    { href: '/admin', label: words.t('overview.platform.title') },
    { href: '/admin/organizers', label: words.t('admin.nav.organizers'), parts: ['/admin/organizer'] },
    { href: '/admin/statistics', label: words.t('statistics.title') },
    { href: '/admin/refunds', label: words.t('admin.nav.refunds') },
    { href: '/admin/payouts', label: words.t('admin.nav.payouts') },
    { href: '/admin/accounting', label: words.t('admin.nav.accounting') },
    { href: '/admin/users', label: words.t('admin.nav.users') },
    { href: '/admin/mails', label: words.t('mailQueue.nav') },
    { href: '/admin/imports', label: words.t('imports.nav') },
    { href: '/admin/exports', label: words.t('exports.title') },
  ],
});
