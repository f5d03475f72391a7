/** A command of `npm run admin`. */
export type Command = {
  /** The command and its options, as written after the npm script and `--`. */
  usage: string
  /** Prints its result line by line. Throws a UsageError for invalid arguments. */
  run: (args: string[], printLine: (line: string) => void) => Promise<void>
}

/** The arguments are invalid. The message is printed together with the usage. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** The arguments are valid, but the command failed. The message says why. */
export class FailedError extends Error {
  override name = 'FailedError'
}
