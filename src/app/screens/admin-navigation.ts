import type { Translator } from '#src/platform/locale.ts';
import { lacking } from '#src/platform/permissions.ts';
import type { Viewer } from '#src/platform/viewer.ts';
import type { AdminGroup } from '#src/ui/layout.tsx';
import { tasksPath } from './overview/addresses.ts';

/**
 * The left navigation of the management pages: an organizer's own, and below it the super admin's. `waiting`: so many
 * things wait for the viewer.
 */
export function adminNavigation(words: Translator, viewer: Viewer | null, waiting = 0): AdminGroup[] {
  const groups: AdminGroup[] = [
    {
      links: [
        { href: tasksPath, label: words.t('overview.tasks.title'), count: waiting },
        {
          href: '/admin/events',
          label: words.t('admin.nav.events'),
          parts: [
            '/admin/tickets',
            '/admin/articles',
            '/admin/cancellation-protection',
            '/admin/voucher-types',
            '/admin/vouchers',
          ],
        },
        {
          href: '/admin/orders',
          label: words.t('admin.nav.orders'),
          parts: ['/admin/refund-orders', '/admin/cancel-orders'],
        },
        { href: '/admin/participants', label: words.t('participantList.title') },
        { href: '/scan', label: words.t('admin.nav.scan') },
        // A super admin finds it in the list of all.
        ...(viewer && !viewer.isSuperAdmin && lacking('organizer.read', viewer) === null
          ? [{ href: '/admin/organizer', label: words.t('organizers.own.title') }]
          : []),
      ],
    },
  ];
  if (viewer?.isSuperAdmin) {
    groups.push({
      title: words.t('admin.nav.platform'),
      links: [
        { href: '/admin', label: words.t('overview.platform.title') },
        { href: '/admin/organizers', label: words.t('admin.nav.organizers'), parts: ['/admin/organizer'] },
        { href: '/admin/statistics', label: words.t('statistics.title') },
        { href: '/admin/refunds', label: words.t('admin.nav.refunds') },
        { href: '/admin/users', label: words.t('admin.nav.users') },
        { href: '/admin/imports', label: words.t('imports.nav') },
        { href: '/admin/exports', label: words.t('exports.title') },
      ],
    });
  }
  return groups;
}
