import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageError } from './command.ts'

/** The one file that a command was given. Throws a UsageError with the sentence for none, and for several. */
export function singleFileArgument(positionals: readonly string[], sentence: string): string {
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) throw new UsageError(sentence)
  return resolve(file)
}

/** The same, of a file that must be there. */
export function existingFileArgument(positionals: readonly string[], sentence: string): string {
  const file = singleFileArgument(positionals, sentence)
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
    throw new UsageError(`There is no file ${file}.`)
  }
  return file
}
