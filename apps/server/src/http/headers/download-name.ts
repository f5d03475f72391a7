import { slugify } from '@fieldhouse/domain/names'

/**
 * The file name of a download of a league, with only those characters of its name that are safe in a header.
 * @param rest what follows the name, such as `picks-2026.csv`
 */
export function downloadName(league: string, rest: string): string {
  return `${slugify(league).replace(/[^a-z0-9-]/g, '') || 'league'}-${rest}`
}
