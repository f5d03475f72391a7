/** A command of `npm run admin`. */
export type Command = {
  /** What stands after `npm run admin --`. */
  usage: string
  /** Tells what it does by lines. Throws a UsageError for arguments that it cannot follow. */
  run: (args: string[], tell: (line: string) => void) => Promise<void>
}

/** The command was not asked for as its usage says. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** The command was asked for well, and could not be done; the message says why. */
export class FailedError extends Error {
  override name = 'FailedError'
}
