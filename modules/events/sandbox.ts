import type { ReadInSandbox } from '#src/files/sandbox/file-kind.ts';
import { readGpx } from './content/read-gpx.ts';
import { type MadeCourse, makeCourse } from './rules/course.ts';

export const readCourseFile: ReadInSandbox<null, never, MadeCourse> = async (bytes) => makeCourse(await readGpx(bytes));
