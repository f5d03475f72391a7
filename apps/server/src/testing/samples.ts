import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const SAMPLES_URL = new URL('../../../../../shared/outside-data/samples/', import.meta.url)

/** Recorded responses of the external data sources, stored next to the repository and never inside it. */
export const HAS_SAMPLES = existsSync(fileURLToPath(SAMPLES_URL))

export const SAMPLES_SKIP_REASON = 'Skipped: the external data samples are not next to the repository.'

/** The text of one recorded sample, such as `wmo-weather-codes.csv`. */
export function readSample(name: string): string {
  return readFileSync(new URL(name, SAMPLES_URL), 'utf8')
}
