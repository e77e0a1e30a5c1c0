import { create as contentDisposition } from 'content-disposition';
import { and, eq } from 'drizzle-orm';
import { type PageCall, page } from '#src/web/http.ts';
import { publicCatalog } from '../read-catalog.ts';
import { courseTitle } from '../rules/content.ts';
import { refuse } from '../rules/problems.ts';
import { type TrackPoint, unpackTrack } from '../rules/track.ts';
import { courses } from '../schema-content.ts';

const escaped = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** Writes a new GPX 1.1 file with places and heights only; other data of the upload is dropped. */
function gpxOf(name: string, points: readonly TrackPoint[]): string {
  const spots = points.map(
    ({ lat, lon, ele }) =>
      `<trkpt lat="${lat.toFixed(5)}" lon="${onGlobe(lon).toFixed(5)}">${ele === null ? '' : `<ele>${ele.toFixed(1)}</ele>`}</trkpt>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="Startblock" xmlns="http://www.topografix.com/GPX/1/1">',
    `<trk><name>${escaped(name)}</name><trkseg>`,
    ...spots,
    '</trkseg></trk>',
    '</gpx>',
    '',
  ].join('\n');
}

const onGlobe = (lon: number): number => (lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon);

async function showGpx({ deps, params }: PageCall<'site.read', 'event' | 'courseId'>): Promise<Response> {
  const { event, competitions } = await publicCatalog(deps.read, params.event);
  const [course] = await deps.read
    .select()
    .from(courses)
    .where(and(eq(courses.id, params.courseId), eq(courses.eventId, event.id)));
  if (!course?.visible || !course.gpxDownload) return refuse('NOT_FOUND');
  const title = courseTitle(course, competitions);
  const name = [event.title, title].filter(Boolean).join(', ');
  return new Response(gpxOf(name, unpackTrack(course.track)), {
    headers: {
      'content-type': 'application/gpx+xml; charset=utf-8',
      'content-disposition': contentDisposition(`${fileName(name)}.gpx`),
      'x-content-type-options': 'nosniff',
    },
  });
}

const fileName = (name: string): string =>
  name
    .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .slice(0, 100)
    .trim() || 'gpx';

export const gpxPages = [
  page({ method: 'get', path: '/events/{event}/courses/{courseId}/gpx', may: 'site.read', shared: true }, showGpx),
];
