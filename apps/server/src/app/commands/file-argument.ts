import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageError } from './command.ts'

/** The absolute path of the only file argument. Throws a UsageError with `message` for none or several. */
export function singleFileArgument(positionals: readonly string[], message: string): string {
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) throw new UsageError(message)
  return resolve(file)
}

/** The same for a file that must exist. Throws a UsageError if it does not. */
export function existingFileArgument(positionals: readonly string[], message: string): string {
  const file = singleFileArgument(positionals, message)
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
    throw new UsageError(`File not found: ${file}.`)
  }
  return file
}
