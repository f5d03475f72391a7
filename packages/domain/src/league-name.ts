export const MAX_LEAGUE_NAME_LENGTH = 100

/**
 * Why a league name is invalid, or null when it is valid. `.` and `..` are rejected because the name is part
 * of URL paths, which treat them as relative segments.
 */
export function leagueNameProblem(
  name: string,
): 'missing' | 'too_long' | 'control_characters' | 'dots' | null {
  const trimmed = name.trim()
  if (trimmed === '') return 'missing'
  if (Array.from(trimmed).length > MAX_LEAGUE_NAME_LENGTH) return 'too_long'
  if (/\p{Cc}/u.test(trimmed)) return 'control_characters'
  if (trimmed === '.' || trimmed === '..') return 'dots'
  return null
}
