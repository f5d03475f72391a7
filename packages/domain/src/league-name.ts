export const MAX_LEAGUE_NAME_LENGTH = 100

/**
 * What is wrong with a league name, or null when it may be used. `.` and `..` are refused
 * because a name stands in addresses, where both mean something else.
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
