/** A command of `npm run admin`. */
export type Command = {
  /** What stands after `npm run admin --`. */
  usage: string
  /** Throws a UsageError for arguments that it cannot follow. */
  run: (args: string[]) => Promise<void>
}

/** The command was not asked for as its usage says. */
export class UsageError extends Error {
  override name = 'UsageError'
}
