import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const SAMPLES_URL = new URL('../../../../../shared/outside-data/samples/', import.meta.url)

/** Recorded answers of the outside sources, which are kept beside the repository and never inside it. */
export const HAS_SAMPLES = existsSync(fileURLToPath(SAMPLES_URL))

export const SAMPLES_SKIP_REASON = 'skipped: the samples of outside data are not beside the repository'

/** One sample as it was recorded, such as `wmo-weather-codes.csv`. */
export function readSample(name: string): string {
  return readFileSync(new URL(name, SAMPLES_URL), 'utf8')
}
