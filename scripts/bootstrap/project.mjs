import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = join(fileURLToPath(import.meta.url), '../../..')

/** Cached data of the commands. Reinstalling the packages deletes it. */
export const CACHE_FOLDER = join(ROOT, 'node_modules/.cache/fieldhouse')

/**
 * Logs the progress of a command to standard error, which leaves standard output to its results.
 * @param {string} message
 */
export function log(message) {
  process.stderr.write(`${message}\n`)
}

/** An error that is shown to the user without a stack trace. */
export class UserError extends Error {
  /** @override */
  name = 'UserError'
}

const isArgumentError = (/** @type {unknown} */ error) =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')

/**
 * The file of the project that this user cannot write; undefined for other errors.
 * @param {unknown} error
 */
function unwritableFile(error) {
  if (!(error instanceof Error && 'code' in error && 'path' in error)) return undefined
  const isUnwritable = ['EACCES', 'EPERM', 'EROFS'].includes(String(error.code))
  return isUnwritable && String(error.path).startsWith(ROOT) ? String(error.path) : undefined
}

/**
 * Runs the work of a command. On a `UserError`, an unknown option or a file of the project that this user cannot
 * write, prints a message and exits with code 1.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function exitOnUserError(work) {
  try {
    return await work()
  } catch (error) {
    const file = unwritableFile(error)
    if (file !== undefined)
      log(
        `Something has to be installed or built, and this user cannot write to ${file}. Run npm run build in ${ROOT} as the user who owns it.`,
      )
    else if (error instanceof UserError || isArgumentError(error)) log(/** @type {Error} */ (error).message)
    else throw error
    return process.exit(1)
  }
}
