/** Sends a batch of records; waits until the other process took them. */
export type SendRecords<Record> = (records: readonly Record[]) => Promise<void>;

/**
 * Reads a file in the sandbox process, which has no database and no secrets. Records are sent while reading, then the result;
 * both are JSON.
 * @throws Problem for a refused file
 */
export type ReadInSandbox<Options, Record, Answer> = (
  bytes: Uint8Array,
  options: Options,
  send: SendRecords<Record>,
) => Promise<Answer>;

export type SandboxLimits = {
  /** From the file's turn to the result, including the process start. */
  timeoutMs: number;
  /** Memory of the whole process, which takes about 60 MB when idle. */
  maxMemoryBytes: number;
  /** Size of the result as JSON. */
  maxAnswerBytes: number;
};

/** A kind of uploaded file, typed by its reader. */
export type FileKind<Options, Record, Answer> = {
  /** Its name in `src/app/file-readers.ts`. */
  name: string;
  limits?: Partial<SandboxLimits>;
  /** @throws Problem for a file that takes more than its limits */
  refuseCostly(): never;
  /** Only for its type; never called. */
  reader?: ReadInSandbox<Options, Record, Answer>;
};

/** Readers by name, loaded on demand. */
export type FileReaders = Readonly<Record<string, () => Promise<ReadInSandbox<never, unknown, unknown>>>>;

/** A work is this as JSON in its own frame, then the file. */
export type SandboxWork = { kind: string; options: unknown };
export type SandboxAnswer =
  | { answer: unknown }
  | { refused: { code: string; status: number; details: Readonly<Record<string, unknown>> } };
