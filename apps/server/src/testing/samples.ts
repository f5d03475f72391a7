import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const SAMPLES = new URL('../../../../../shared/outside-data/samples/', import.meta.url)

/** Recorded answers of the outside sources, which are kept beside the repository and never inside it. */
export const HAS_SAMPLES = existsSync(fileURLToPath(SAMPLES))

export const WITHOUT_SAMPLES = 'skipped: the samples of outside data are not beside the repository'

/** One sample as it was recorded, such as `wmo-weather-codes.csv`. */
export function readSample(name: string): string {
  return readFileSync(new URL(name, SAMPLES), 'utf8')
}
