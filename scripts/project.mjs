import { join } from 'node:path'

/** The repository's root folder. */
export const ROOT = join(import.meta.dirname, '..')

/** What the commands remember between runs; goes when the packages are installed anew. */
export const CACHE_FOLDER = join(ROOT, 'node_modules/.cache/fieldhouse')

/**
 * Tells a person how far the command is; on standard error, so that standard output stays the product's.
 * @param {string} sentence
 */
export function log(sentence) {
  process.stderr.write(`${sentence}\n`)
}

/** A failure whose message is all that a person needs to see. */
export class UserError extends Error {
  /** @override */
  name = 'UserError'
}

/** What `parseArgs` says of an option that it does not know, or of a value that is missing. */
const isArgumentError = (/** @type {unknown} */ error) =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')

/**
 * Runs a command's work; a refusal or an unknown option ends it with its sentence and exit code 1.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function exitOnUserError(work) {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof UserError) && !isArgumentError(error)) throw error
    log(/** @type {Error} */ (error).message)
    return process.exit(1)
  }
}
