import type { FileKind } from '#src/files/sandbox/file-kind.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { MadeCourse } from '../rules/course.ts';
import { refuseGpx } from './read-gpx.ts';

const courseFile: FileKind<null, never, MadeCourse> = { name: 'course', refuseCostly: () => refuseGpx('tooCostly') };

/**
 * Everything that is kept of the course in an uploaded GPX file.
 * @throws Problem VALIDATION_FAILED at the file when it has no course, TOO_MANY_REQUESTS when too many files wait
 */
export const readCourse = async (
  { sandbox }: Pick<Deps, 'sandbox'>,
  { userId }: { userId: number },
  bytes: Uint8Array,
): Promise<MadeCourse> => (await sandbox.read(courseFile, userId, bytes, null)).answer;
