import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Where tests look for captured provider answers: beside the repository, never in it. */
export const CAPTURES_FOLDER = fileURLToPath(
  new URL('../../../../../../shared/espn/captures', import.meta.url),
)

/** Whether this copy of the project can run the tests that read captures. */
export const HAS_CAPTURES = existsSync(CAPTURES_FOLDER)
